import { extract, type LLM } from "touchstone";
import { z } from "zod";

const Complaint = z.object({
  orderId: z.string().nullable().describe("As the customer wrote it; null where none is named."),
  wants: z.enum(["refund", "replacement", "answer"]),
  summary: z.string().describe("One sentence."),
});
export type Complaint = z.infer<typeof Complaint>;

/**
 * Reads what an e-mail is about.
 * @throws ExtractError when the model's answer is not a complaint; its `rawText` says what it was
 */
export function readComplaint(llm: LLM, email: string): Promise<Complaint> {
  return extract(
    llm,
    Complaint,
    { messages: [{ role: "user", content: email }], temperature: 0 },
    { name: "complaint" },
  );
}
