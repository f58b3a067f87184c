import { holds, type PlayOptions, proveSuite } from "../gallery/index.js";
import { exitCodes } from "./exit-codes.js";
import { renderProof } from "./render-proof.js";

/**
 * Plays the gallery of broken subjects and prints what the suite found of them.
 * @returns the code that the process should end with
 */
export async function prove(options: PlayOptions): Promise<number> {
  const proof = await proveSuite(options);
  process.stdout.write(`${renderProof(proof)}\n`);
  return holds(proof) ? exitCodes.conforms : exitCodes.fails;
}
