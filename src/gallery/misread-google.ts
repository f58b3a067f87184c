import { isObject } from "../contract/index.js";
import type { WireBody } from "./break-wire.js";
import { eachReply, misreading } from "./misread-wire.js";

// What a driver for Gemini makes of the parts of a reply, whole or streamed.

export const misreads = (reply: (body: string) => string) => misreading("google", { reply });

export const listOf = (value: unknown): readonly WireBody[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const candidatesOf = (reply: WireBody) => listOf(reply.candidates);
export const partsOf = ({ content }: WireBody) => (isObject(content) ? listOf(content.parts) : []);

export const eachCandidate = (change: (candidate: WireBody) => WireBody | undefined) =>
  misreads(
    eachReply((reply) =>
      reply.candidates === undefined
        ? reply
        : { ...reply, candidates: candidatesOf(reply).flatMap((candidate) => change(candidate) ?? []) },
    ),
  );

export const eachContent = (change: (parts: readonly WireBody[]) => readonly WireBody[]) =>
  eachCandidate((candidate) => {
    if (!isObject(candidate.content) || !Array.isArray(candidate.content.parts)) return candidate;
    return { ...candidate, content: { ...candidate.content, parts: change(partsOf(candidate)) } };
  });

export const eachPart = (change: (part: WireBody) => WireBody | undefined) =>
  eachContent((parts) => parts.map(change).filter((part) => part !== undefined));

export const callOf = ({ functionCall }: WireBody) => (isObject(functionCall) ? functionCall : undefined);

export const eachCall = (change: (call: WireBody) => WireBody | undefined) =>
  eachPart((part) => {
    const call = callOf(part);
    if (!call) return part;
    const functionCall = change(call);
    return functionCall && { ...part, functionCall };
  });

export const empty = { content: { role: "model", parts: [] }, finishReason: "STOP", index: 0 };
