/** What becomes of whole numbers beyond 2^53 − 1, which a number cannot hold exactly. */
export interface LargeIntegerOptions {
  /**
   * `refuse`, the default: a call with one is refused. `bigint`: they come as `bigint`s, exact to the digit, and go back so.
   * Where a driver has rounded them before anybody could look, they are refused all the same.
   */
  readonly largeIntegers?: "refuse" | "bigint" | undefined;
}
