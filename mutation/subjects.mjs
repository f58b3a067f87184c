// Subjects that reach code which the built-in ones do not: drivers with the preset of another vendor, before whose scripted
// server stands what brings that vendor's dialect into OpenAI's and refuses what the vendor would not take; and a driver
// that throws what an SDK or `fetch` throws.

/**
 * What a vendor's server is sent, in OpenAI's words: its headers and its body; a body of `undefined` is refused. The vendors
 * are those of the presets, with their sources there.
 */
const dialects = {
  "azure-openai": {
    headers: ({ "api-key": key, authorization, ...others }) =>
      authorization === undefined ? { ...others, authorization: `Bearer ${key}` } : others,
  },
  openrouter: {
    body: ({ reasoning, ...body }) =>
      body.reasoning_effort === undefined ? withEffort(body, reasoning?.effort) : undefined,
  },
  groq: {
    body({ reasoning_format: format, ...body }) {
      const isAsked = ![undefined, "none"].includes(body.reasoning_effort);
      return isAsked === (format === "parsed") && body.max_tokens === undefined ? body : undefined;
    },
  },
  together: {
    body({ reasoning, ...body }) {
      if (reasoning === undefined) return body;
      return reasoning.enabled === false ? withEffort(body, "none") : undefined;
    },
  },
  deepseek: {
    body({ thinking, ...body }) {
      const isOff = thinking?.type === "disabled";
      if (body.seed !== undefined || (isOff && body.reasoning_effort !== undefined)) return undefined;
      // Thoughts come back with the calls that followed them, and with nothing else.
      if (body.messages.some((message) => message.reasoning_content !== undefined && !message.tool_calls))
        return undefined;
      const messages = body.messages.map(({ reasoning_content: _, ...message }) => message);
      return { ...body, messages, ...(isOff && { reasoning_effort: "none" }) };
    },
  },
  mistral: {
    options: { capabilities: { reasoning: false } },
    body({ random_seed: seed, output_dimension: dimensions, ...body }) {
      if (body.input !== undefined)
        return body.dimensions === undefined ? { ...body, ...(dimensions !== undefined && { dimensions }) } : undefined;
      const ids = body.messages.flatMap(({ tool_call_id: id, tool_calls: calls = [] }) => [
        ...(id === undefined ? [] : [id]),
        ...calls.map((call) => call.id),
      ]);
      const isTaken = body.seed === undefined && !body.stream_options && ids.every((id) => /^[a-z0-9]{9}$/i.test(id));
      if (!isTaken || hasNull(body)) return undefined;
      const options = body.stream ? { stream_options: { include_usage: true } } : {};
      return { ...body, ...options, ...(seed !== undefined && { seed }) };
    },
  },
  "llama.cpp": { body: (body) => (typeof body.tool_choice === "object" ? undefined : body) },
  ollama: { body: (body) => (hasNull(body) ? undefined : body) },
};

const withEffort = (body, effort) => (effort === undefined ? body : { ...body, reasoning_effort: effort });
const hasNull = ({ messages }) => messages.some(({ content }) => content === null);

/** The cases in which the vendors differ: in what is sent. */
const played = [
  ...["Generate", "NothingIsDropped", "CapabilitiesAreHonest", "ConversationResumes", "ResponseIsWhole"],
  ...["ToolLoop", "ToolChoiceIsHonoured", "ToolResultsAreTold", "SchemaArrivesWhole", "StructuredOutputIsJSON"],
  ...["StreamAndGenerateAgree", "UsageIsHonest", "PerRequestModel", "ErrorsTellNoSecret"],
];
/** Of these, what asks a vendor for what it has not. */
const beyond = {
  openrouter: ["NothingIsDropped"],
  deepseek: ["SchemaArrivesWhole", "StructuredOutputIsJSON"],
  mistral: ["ToolResultsAreTold"],
  "llama.cpp": ["ToolChoiceIsHonoured"],
};

/** The cases in which the JSON of calls and results is read and written. */
export const playedExactly = ({ name }) =>
  ["ToolLoop", "ConversationResumes", "UnicodeSurvives", "ToolInputIsChecked", "ToolResultsAreTold"].includes(name);

/** For each vendor: its name, the options of a driver, and whether a case is played with it. */
export const vendors = Object.entries(dialects).map(([preset, dialect]) => [
  preset,
  { ...dialect.options, preset, fetch: speaking(dialect) },
  ({ name }) => played.includes(name) && beyond[preset]?.includes(name) !== true,
]);

function speaking({ headers = (given) => given, body = (given) => given }) {
  return async (url, init) => {
    const sent = body(JSON.parse(init.body));
    if (!sent) return Response.json({ error: { message: "This vendor takes no such request." } }, { status: 418 });
    return fetch(url, { ...init, headers: headers(init.headers), body: JSON.stringify(sent) });
  };
}

/** A driver that tells some failures as `fetch` and `JSON.parse` tell them, and no `LLMError`. */
export function throwingOthers(driver) {
  const others = {
    LLM_NETWORK_ERROR: () => new TypeError("fetch failed"),
    LLM_BAD_RESPONSE: () => new SyntaxError("Unexpected token"),
    LLM_STREAM_INTERRUPTED: () => new TypeError("terminated"),
  };
  const other = (error) => others[error?.code]?.() ?? error;
  return {
    ...driver,
    turn: (...given) => driver.turn(...given).catch((error) => Promise.reject(other(error))),
    async streamTurn(...given) {
      try {
        return events(await driver.streamTurn(...given), other);
      } catch (error) {
        throw other(error);
      }
    },
  };
}

async function* events(stream, other) {
  try {
    yield* stream;
  } catch (error) {
    throw other(error);
  }
}
