/** The command line is not right; the message says what to change. */
export class UsageError extends Error {}
