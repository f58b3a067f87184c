/** An order as the shop keeps it; a `type`, since TypeScript takes no interface for JSON. */
export type Order = {
  readonly id: string;
  readonly status: "packed" | "shipped" | "delivered";
  readonly cents: number;
};

/** What the bot needs of the shop. */
export interface Orders {
  find(id: string): Promise<Order | undefined>;
  refund(id: string, cents: number): Promise<void>;
}
