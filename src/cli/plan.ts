import { planOf } from "../endpoint/index.js";
import { type EndpointFlags, readEndpoint } from "./endpoint-flags.js";
import { exitCodes } from "./exit-codes.js";

/**
 * Prints what `check` with the same flags would play and spend at most. Sends nothing.
 * @throws UsageError when the flags do not go together
 */
export async function plan(flags: EndpointFlags): Promise<number> {
  const { target, control, options } = await readEndpoint(flags);
  const { cases, requests, outputTokens, profile } = planOf({ ...options, claims: options.claims ?? {} });
  const sending = cases.filter((one) => one.requests > 0);
  const width = Math.max(...cases.map(({ name }) => name.length));
  const twice = control ? ", and as many of the control" : "";
  const lines = [
    `${target.model} at ${target.baseURL ?? "Google"}, profile ${profile}`,
    "",
    ...sending.map(
      ({ name, claim, requests: count }) => `${name.padEnd(width)}  ${String(count).padStart(3)}  ${claim}`,
    ),
    "",
    `${cases.length - sending.length} more cases send nothing: what they ask for is refused before the wire, or needs a scripted server.`,
    `At most ${requests} requests and ${outputTokens} output tokens${twice}. Nothing was sent.`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return exitCodes.conforms;
}
