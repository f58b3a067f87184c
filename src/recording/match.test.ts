import { describe, expect, it } from "vitest";
import { type Asked, differencesOf } from "./differences.js";
import { createMatcher } from "./match.js";
import type { Recording } from "./read-recording.js";

const asked = (body: unknown, path = "/v1/chat/completions", method = "POST"): Asked => ({
  ...{ method, path },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

function recorded(number: number, request: Asked): Recording {
  return {
    ...{ file: `000${number}-stream.json`, protocol: "openai", basePath: "/v1", startedAt: "2026-01-01T00:00:00Z" },
    request: { kind: "stream", headers: {}, ...request },
    reply: { status: 200, headers: {}, reads: [], ending: "complete" },
    at: { headers: 0, reads: [] },
  };
}

const places = (one: Asked, other: Asked) => differencesOf(one, other).map(({ place }) => place);

describe("a request is the recorded one", () => {
  it.each([
    ["with its keys in another order", asked('{"a":1,"b":[{"c":2,"d":3}]}'), asked('{"b":[{"d":3,"c":2}],"a":1}')],
    ["with other white space and escapes", asked('{"a":"\u00e9"}'), asked('{ "a" :\n"\\u00e9" }')],
    ["with its query in another order", asked("", "/v1/m?b=1&a=2"), asked("", "/v1/m?a=2&b=1")],
    ["without a body", asked(""), asked("")],
    ["in a body that is no JSON", asked("a=1"), asked("a=1")],
  ])("%s", (_, one, other) => {
    expect(places(one, other)).toEqual([]);
  });
});

describe("a request is another one", () => {
  it.each([
    ["by its method", asked({}, "/v1/m", "GET"), asked({}, "/v1/m"), ["method"]],
    ["by its path and query", asked({}, "/v1/a?x=1"), asked({}, "/v1/b?x=2"), ["path", "query"]],
    ["by a field", asked({ a: { b: 1 } }), asked({ a: { b: 2 } }), ["/a/b"]],
    ["by a field that is absent", asked({ a: 1 }), asked({ a: 1, c: 2 }), ["/c"]],
    ["by the length of a list", asked({ a: [1] }), asked({ a: [1, 2] }), ["/a/1"]],
    ["by the order of a list", asked([1, 2]), asked([2, 1]), ["/0", "/1"]],
    ["by a type", asked({ a: {} }), asked({ a: [] }), ["/a"]],
    ["by null", asked({ a: null }), asked({}), ["/a"]],
    ["by a name that has to be escaped", asked({ "a/b~c": 1 }), asked({ "a/b~c": 2 }), ["/a~1b~0c"]],
    ["by what JSON has no name for", asked("1"), asked("2"), ["body"]],
    ["by a body that is no JSON", asked("a=1"), asked({ a: 1 }), ["body"]],
    ["by what every object has", asked({}), asked('{"constructor":1}'), ["/constructor"]],
  ])("%s", (_, one, other, expected) => {
    expect(places(one, other)).toEqual(expected);
  });
});

describe("identical requests", () => {
  const same = asked({ a: 1 });
  const recordings = [recorded(1, same), recorded(2, asked({ a: 2 })), recorded(3, same)] as const;

  it("get the replies in the order in which they were recorded, and one more gets none", () => {
    const { match } = createMatcher(recordings);
    expect([match(same), match(same)]).toEqual([recordings[0], recordings[2]]);
    for (const time of ["3rd", "3rd"])
      expect(match(same)).toBe(
        `This POST /v1/chat/completions was recorded 2 times (0001-stream.json, 0003-stream.json) and is asked for the ${time} time; repeat (--repeat) begins again.`,
      );
    expect(match(asked({ a: 2 }))).toBe(recordings[1]);
    expect(match(asked({ a: 2 }))).toContain("was recorded once (0002-stream.json) and is asked for the 2nd time");
  });

  it("begin again where that is asked for", () => {
    const { match } = createMatcher(recordings, true);
    expect([1, 2, 3, 4].map(() => match(same))).toEqual([recordings[0], recordings[2], recordings[0], recordings[2]]);
  });
});

describe("a request that was not recorded", () => {
  const { match } = createMatcher([
    recorded(1, asked({ messages: [{ content: "Hi" }], model: "a", n: 1 })),
    recorded(2, asked({ messages: [{ content: "Hi" }], model: "b" })),
    recorded(3, asked({ input: "x" }, "/v1/embeddings")),
  ]);

  it("is told what is nearest, where it differs, and in how much more", () => {
    expect(match(asked({ messages: [{ content: "Ho" }], model: "b" }))).toBe(
      'No recorded request is this POST /v1/chat/completions. The nearest is 0002-stream.json, which differs at /messages/0/content: recorded "Hi", asked "Ho".',
    );
    expect(match(asked({ messages: [{ content: "Ho" }], model: "a", n: 2 }))).toContain(
      '0001-stream.json, which differs at /messages/0/content: recorded "Hi", asked "Ho" (and in 1 more).',
    );
    expect(match(asked({ messages: [{ content: "Hi" }] }))).toContain('at /model: recorded "b", asked nothing.');
  });

  it("is not compared with another path where there is one of its own", () => {
    expect(match(asked({ input: "y", more: [1, 2, 3, 4, 5] }, "/v1/embeddings"))).toContain("0003-stream.json");
    expect(match(asked({ input: "x" }, "/v1/other"))).toContain(
      '0003-stream.json, which differs in its path: recorded "/v1/embeddings", asked "/v1/other"',
    );
  });

  it("is told shortly, and without what looks like a key", () => {
    const said = match(asked({ messages: [{ content: `${"long ".repeat(1000)}` }], model: "b" }));
    expect(String(said).length).toBeLessThan(300);
    expect(match(asked({ messages: [{ content: "sk-abcdefgh12345678" }], model: "b" }))).not.toContain("abcdefgh");
  });
});
