import { expect, test } from "vitest";
import { quirks } from "./catalogue.js";
import { gatewayHosts } from "./testing/gateway-hosts.js";
import { googleHosts } from "./testing/google-hosts.js";
import { localHosts } from "./testing/local-hosts.js";
import { openAIHosts } from "./testing/openai-hosts.js";

test.each([...openAIHosts, ...localHosts, ...gatewayHosts, ...googleHosts])(
  "$name: nothing is detected",
  ({ exchange }) => {
    const seen = quirks.flatMap((quirk) =>
      "detect" in quirk && quirk.protocols.includes(exchange.protocol)
        ? [`${quirk.id}: ${quirk.detect(exchange)}`]
        : [],
    );
    expect(seen.filter((line) => !line.endsWith(": undefined"))).toEqual([]);
  },
);
