/** What the process ends with. */
export const exitCodes = {
  /** Everything that was judged conforms. */
  conforms: 0,
  /** Something does not conform, or a known failure is stale. */
  fails: 1,
  /** The command line is not right. */
  usage: 2,
  /** The kit itself failed. */
  ours: 3,
  /** Nothing or not all could be judged. */
  incomplete: 4,
  /** Worse than the baseline. */
  worse: 6,
  /** Ended by Ctrl-C: 128 and the number of SIGINT. */
  interrupted: 130,
} as const;
