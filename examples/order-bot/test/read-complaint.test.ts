import { llmCalls, memoryLLM } from "touchstone";
import { expect, test } from "vitest";
import { readComplaint } from "../src/read-complaint.js";

const complaint = { orderId: "A-1042", wants: "refund", summary: "The parcel never came." };

test("a complaint comes back typed, and the model is told its schema", async () => {
  const llm = memoryLLM(JSON.stringify(complaint));
  expect(await readComplaint(llm, "A-1042 never came. I want my money back!")).toEqual(complaint);
  expect(llmCalls(llm)[0]?.schema).toMatchObject({ name: "complaint", schema: { required: Object.keys(complaint) } });
});

test("what is no complaint is an error that says which field is wrong", async () => {
  const llm = memoryLLM(JSON.stringify({ ...complaint, wants: "revenge" }));
  await expect(readComplaint(llm, "You will hear from me!")).rejects.toMatchObject({
    code: "LLM_INVALID_OUTPUT",
    issues: [{ path: "wants" }],
  });
});
