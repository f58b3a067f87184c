import { describe, expect, test } from "vitest";
import { callDelta, delta, readWire, sse, turnIn } from "../testing/read-wire.js";

describe("tool calls", () => {
  const f = { index: 0, id: "c1", type: "function", function: { name: "f", arguments: "" } };
  const rest = (text: string) => callDelta({ index: 0, function: { arguments: text } });
  const twins = (first: object, second: object) => [callDelta(first), callDelta(second)];

  const one = { id: "c1", name: "f", input: { q: 1 } };
  test.each<[string, object[], object[]]>([
    ["in fragments", [callDelta(f), rest('{"q"'), rest(":1}")], [one]],
    ["whole", [callDelta({ ...f, function: { name: "f", arguments: '{"q":1}' } })], [one]],
    [
      "without an index",
      [
        callDelta({ id: "c1", function: { name: "f", arguments: '{"q"' } }),
        callDelta({ function: { arguments: ":1}" } }),
      ],
      [one],
    ],
    [
      "without an id",
      [callDelta({ index: 0, function: { name: "f", arguments: '{"q":1}' } })],
      [{ name: "f", input: { q: 1 } }],
    ],
    [
      "with a numeric id",
      [callDelta({ index: 0, id: 7, function: { name: "f", arguments: '{"q":1}' } })],
      [{ ...one, id: "7" }],
    ],
    [
      "with a blank id",
      [callDelta({ index: 0, id: "", function: { name: "f", arguments: '{"q":1}' } })],
      [{ name: "f", input: { q: 1 } }],
    ],
    [
      "with an id that comes late",
      [
        callDelta({ index: 0, function: { name: "f" } }),
        callDelta({ index: 0, id: "c1", function: { arguments: '{"q":1}' } }),
      ],
      [one],
    ],
    [
      "with blank ids after the first",
      [callDelta(f), callDelta({ index: 0, id: "", function: { name: "", arguments: '{"q":1}' } })],
      [one],
    ],
    [
      "with its id repeated",
      [callDelta(f), callDelta({ index: 0, id: "c1", function: { arguments: '{"q":1}' } })],
      [one],
    ],
    [
      "with its name repeated",
      [
        callDelta({ ...f, function: { name: "read_file", arguments: "{" } }),
        callDelta({ index: 0, function: { name: "read_file", arguments: "}" } }),
      ],
      [{ id: "c1", name: "read_file", input: {} }],
    ],
    [
      "with its name repeated, id and all",
      [
        callDelta({ id: "c1", function: { name: "f", arguments: '{"q":' } }),
        callDelta({ id: "c1", function: { name: "f", arguments: "1}" } }),
      ],
      [one],
    ],
    [
      "with its name split",
      [
        callDelta({ ...f, function: { name: "edit_ex" } }),
        callDelta({ index: 0, function: { name: "isting_file", arguments: "{}" } }),
      ],
      [{ id: "c1", name: "edit_existing_file", input: {} }],
    ],
    ["with its arguments as an object", [callDelta({ ...f, function: { name: "f", arguments: { q: 1 } } })], [one]],
    [
      "with its arguments serialised twice",
      [callDelta({ ...f, function: { name: "f", arguments: '"{\\"q\\":1}"' } })],
      [one],
    ],
    [
      "with a placeholder first",
      [callDelta({ ...f, function: { name: "f", arguments: "{}" } }), rest('{"q":1}')],
      [one],
    ],
    ["with the whole again after its pieces", [callDelta(f), rest('{"q"'), rest(":1}"), rest('{"q":1}')], [one]],
    [
      "as the older function_call",
      [delta({ function_call: { name: "f", arguments: '{"q"' } }), delta({ function_call: { arguments: ":1}" } })],
      [{ name: "f", input: { q: 1 } }],
    ],
  ])("come together %s", async (_, chunks, expected) => {
    const outcome = await readWire(sse(...chunks, delta({}, "tool_calls")));
    expect(turnIn(outcome).toolCalls).toEqual(expected);
    expect(outcome.events.filter((event) => event.type === "tool-call").map(({ call }) => call)).toEqual(expected);
  });

  const a = { id: "a", function: { name: "search", arguments: '{"q":1}' } };
  const b = { id: "b", function: { name: "fetch", arguments: '{"u":2}' } };
  const both = [
    { id: "a", name: "search", input: { q: 1 } },
    { id: "b", name: "fetch", input: { u: 2 } },
  ];
  const message = (calls: object[]) => ({ choices: [{ index: 0, message: { tool_calls: calls } }] });
  const nameless = both.map(({ name, input }) => ({ name, input }));
  test.each<[string, object[], object[]]>([
    ["with indices", twins({ ...a, index: 0 }, { ...b, index: 1 }), both],
    ["all at index 0", twins({ ...a, index: 0 }, { ...b, index: 0 }), both],
    ["without indices", twins(a, b), both],
    ["in one chunk", [delta({ tool_calls: [a, b] })], both],
    [
      "all at index 0 without ids",
      twins({ function: a.function, index: 0 }, { function: b.function, index: 0 }),
      nameless,
    ],
    ["without index and id", twins({ function: a.function }, { function: b.function }), nameless],
    [
      "to one tool, all at index 0 without ids",
      twins({ index: 0, function: a.function }, { index: 0, function: { name: "search", arguments: '{"q":2}' } }),
      [nameless[0], { name: "search", input: { q: 2 } }] as object[],
    ],
    [
      "interleaved",
      [
        callDelta({ index: 0, id: "a", function: { name: "search", arguments: "" } }),
        callDelta({ index: 1, id: "b", function: { name: "fetch", arguments: "" } }),
        callDelta({ index: 0, function: { arguments: '{"q":1}' } }),
        callDelta({ index: 1, function: { arguments: '{"u":2}' } }),
      ],
      both,
    ],
    [
      "with one id for both",
      twins({ ...a, index: 0 }, { ...b, index: 1, id: "a" }),
      [both[0], { ...both[1], id: "a" }] as object[],
    ],
    ["with one id for two equal calls", twins({ ...a, index: 0 }, { ...a, index: 1 }), [both[0], both[0]] as object[]],
    ["with one id for two equal calls of a chunk", [delta({ tool_calls: [a, a] })], [both[0], both[0]] as object[]],
    [
      "with one index too",
      [
        delta({
          tool_calls: [
            { ...a, index: 0 },
            { ...a, index: 0 },
          ],
        }),
      ],
      [both[0], both[0]] as object[],
    ],
    [
      "in fragments that share a chunk",
      [
        delta({
          tool_calls: [
            { ...a, index: 0, function: { name: "search", arguments: "" } },
            { index: 0, function: { arguments: '{"q"' } },
            { index: 0, function: { arguments: ":1}" } },
          ],
        }),
        callDelta({ ...b, index: 1 }),
      ],
      both,
    ],
    [
      "with a placeholder that is filled after the next has begun",
      [
        callDelta({ ...a, index: 0, function: { name: "search", arguments: "{}" } }),
        callDelta({ ...b, index: 1 }),
        callDelta({ index: 0, function: { arguments: '{"q":1}' } }),
      ],
      both,
    ],
    [
      "with a line break, and the whole again, after the next has begun",
      [
        ...twins({ ...a, index: 0 }, { ...b, index: 1 }),
        callDelta({ index: 0, function: { arguments: "\n" } }),
        callDelta({ ...b, index: 1 }),
      ],
      both,
    ],
    ["in a last message, behind text", [delta({ content: "x" }), message([a, b])], both],
    [
      "in a last message, beside an empty delta",
      [delta({ content: "x" }), { choices: [{ index: 0, delta: {}, message: { tool_calls: [a, b] } }] }],
      both,
    ],
    ["in a last message, behind one of them", [callDelta({ ...a, index: 0 }), message([a, b])], both],
    ["in a last message, behind both", [...twins(a, b), message([a, b])], both],
    [
      "in a last message, behind a cut one without an id",
      [callDelta({ index: 0, function: { name: "search", arguments: '{"q' } }), message([{ function: a.function }])],
      [nameless[0]] as object[],
    ],
  ])("in parallel are told apart %s", async (_, chunks, expected) => {
    const { events, ...outcome } = await readWire(sse(...chunks, delta({}, "tool_calls")));
    expect(turnIn({ events, ...outcome }).toolCalls).toEqual(expected);
    // What is announced is what they are in the end.
    const announced = events.flatMap((event) => (event.type === "tool-call" ? [{ ...event.call }] : []));
    expect(announced).toEqual(expected);
  });

  test("whose arguments follow the finish reason are complete all the same", async () => {
    const begun = delta({ tool_calls: [f] }, "tool_calls");
    for (const more of [
      rest('{"q":1}'),
      delta({ tool_calls: [{ index: 0, function: { arguments: '{"q":1}' } }] }, "stop"),
    ]) {
      const outcome = await readWire(sse(begun, more));
      expect(turnIn(outcome).toolCalls).toEqual([one]);
      expect(outcome.events.slice(0, -1)).toEqual([{ type: "tool-call", call: one }]);
    }
  });

  test("that go on after they were complete and announced contradict themselves", async () => {
    const more = callDelta({ index: 0, function: { arguments: '{"q":2}' } });
    const { events, error } = await readWire(sse(...twins({ ...a, index: 0 }, { ...b, index: 1 }), more));
    expect(events).toEqual([{ type: "tool-call", call: both[0] }]);
    expect(error).toMatchObject({ code: "LLM_BAD_RESPONSE" });
    expect(error?.message).toContain("goes on after its arguments were complete");
  });

  test("are announced as soon as the next one begins", async () => {
    const { events } = await readWire(
      sse(...twins({ ...a, index: 0 }, { ...b, index: 1 }), delta({ content: "x" }), delta({}, "stop")),
    );
    expect(events.map((event) => event.type)).toEqual(["tool-call", "text", "tool-call", "turn"]);
  });

  test("without arguments have an empty input", async () => {
    expect(turnIn(await readWire(sse(callDelta(f), delta({}, "tool_calls")))).toolCalls).toEqual([
      { id: "c1", name: "f", input: {} },
    ]);
  });

  test.each(["length", "tool_calls", "stop"])(
    "whose arguments are cut are marked, under the label %s",
    async (label) => {
      const outcome = await readWire(sse(callDelta(f), rest('{"path":"/x","text":"li'), delta({}, label)));
      expect(turnIn(outcome).toolCalls).toEqual([
        { id: "c1", name: "f", input: {}, invalidInput: '{"path":"/x","text":"li' },
      ]);
      expect(outcome.events.some((event) => event.type === "tool-call")).toBe(false);
    },
  );

  test.each([
    ["cut, with [DONE] alone", sse(callDelta(f), rest('{"p":"a'))],
    ["cut, without an end", `data: ${JSON.stringify(callDelta(f))}\n\n`],
  ])("%s are an interruption", async (_, wire) => {
    expect((await readWire(wire)).error?.code).toBe("LLM_STREAM_INTERRUPTED");
  });

  test("complete, with [DONE] alone, are accepted", async () => {
    expect(turnIn(await readWire(sse(callDelta(f), rest('{"q":1}')))).toolCalls).toEqual([one]);
    expect(turnIn(await readWire(sse(callDelta(f)))).toolCalls).toEqual([{ ...one, input: {} }]);
  });

  test("without a name are not the protocol", async () => {
    const { error } = await readWire(
      sse(callDelta({ index: 0, id: "c1", function: { arguments: "{}" } }), delta({}, "tool_calls")),
    );
    expect(error?.code).toBe("LLM_BAD_RESPONSE");
  });

  test("that are empty are none", async () => {
    expect(
      turnIn(await readWire(sse(delta({ content: "x", tool_calls: [{}] }), delta({ tool_calls: null }, "stop"))))
        .toolCalls,
    ).toBeUndefined();
  });

  test("keep what came with them for the replay", async () => {
    const signed = {
      ...f,
      function: { name: "f", arguments: "{}" },
      extra_content: { google: { thought_signature: "c2ln" } },
    };
    expect(turnIn(await readWire(sse(callDelta(signed), delta({}, "stop")))).providerState).toEqual({
      test: { extraContent: [{ google: { thought_signature: "c2ln" } }] },
    });
  });
});
