import { writeFileSync } from "node:fs";
import { collectRules } from "./collect-rules.js";
import { rulesFile } from "./rules.js";

// A step of the build.
writeFileSync(rulesFile, JSON.stringify(collectRules()));
