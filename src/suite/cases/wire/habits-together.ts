import { wireQuirks } from "../../../quirks/index.js";
import { should } from "../../case.js";
import type { BesideCheck } from "./beside-check.js";
import { survive } from "./survive.js";

/** How calls come: in crumbs, whole, and with the id before the function. */
const cuts = ["TC-16", "TC-57", "TC-53"];
/** What their fragments have or lack: an id, an index, an index of their own, and a whole name that comes once. */
const marks = ["TC-01", "TC-03", "TC-04", "TC-08", "TC-09"];

/** A host rarely has one habit alone: who sends whole calls often sends no index either. */
export const habitsTogether: BesideCheck = {
  slug: "two-habits-of-one-host",
  check: should({
    clause: "Fragments without an id, an index or a name of their own are told apart however the calls are cut.",
    why: "Each habit is known, and the host that has two of them runs a tool with another call's arguments.",
    fix: "Put calls together in one place, by whatever a fragment has: its id, else its index, else the latest call.",
    needs: ["faults"],
    capabilities: ["tools", "streaming"],
  }),
  async judge(context) {
    const quirks = wireQuirks("openai").filter(({ id }) => marks.includes(id));
    for (const cut of cuts) for (const quirk of quirks) await survive(context, quirk, [cut]);
  },
};
