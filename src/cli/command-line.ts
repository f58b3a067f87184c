/** A command line that can be pasted into a shell. @param args what follows the program's name */
export function commandLine(args: readonly string[]): string {
  return ["npx touchstone", ...args.map(quoted)].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
