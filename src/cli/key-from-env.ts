import { UsageError } from "./usage-error.js";

/**
 * A key, which is never written on the command line.
 * @param flag that named the variable
 * @returns nothing where none was named
 * @throws UsageError for a variable that is not set. What was given instead of a name may be the key itself; it is never shown
 */
export function keyFromEnv(flag: string, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const key = process.env[name];
  if (key) return key;
  if (/^[A-Z_][A-Z0-9_]*$/.test(name)) throw new UsageError(`${flag}: the environment variable ${name} is not set`);
  throw new UsageError(
    `${flag}: it takes the name of an environment variable that holds the key, such as OPENAI_API_KEY, and no such one is set`,
  );
}
