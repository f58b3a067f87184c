import { describe, expect, it } from "vitest";
import { quirks } from "./catalogue.js";
import { readFixtures } from "./testing/fixtures.js";

describe.each(["openai", "google"] as const)("fixtures/%s", (protocol) => {
  it.each(readFixtures(protocol))("$name shows what it says, and no other deviation", ({ shows, exchange }) => {
    const known = quirks.filter((quirk) => quirk.protocols.includes(protocol)).map(({ id }) => id);
    expect(known).toEqual(expect.arrayContaining([...shows]));
    const seen = quirks.flatMap((quirk) =>
      "detect" in quirk && quirk.protocols.includes(protocol) && quirk.detect(exchange) !== undefined ? quirk.id : [],
    );
    const wanted = quirks.filter((quirk) => "detect" in quirk && shows.includes(quirk.id)).map(({ id }) => id);
    expect(seen.sort()).toEqual(wanted.sort());
  });
});
