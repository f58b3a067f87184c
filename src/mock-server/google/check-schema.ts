import type { Complain } from "./complaints.js";
import type { WireSchema } from "./generate-body.js";

/**
 * A schema in Google's subset, at every depth: which fields belong to which type. A keyword that is not in the subset did
 * not decode.
 */
export function checkSchema(schema: WireSchema, at: string, complain: Complain): void {
  const { type, properties = {}, required = [], items, anyOf = [] } = schema;
  const names = Object.keys(properties);
  if (type === "OBJECT") {
    // https://github.com/browser-use/browser-use/issues/3786: an empty map and none are the same in a protocol buffer.
    if (names.length === 0) complain(`${at}.properties`, "should be non-empty for OBJECT type");
    // https://github.com/iBUHub/AIStudioToAPI/issues/154
    required.forEach((name, i) => {
      if (!names.includes(name)) complain(`${at}.required[${i}]`, "property is not defined");
    });
  } else {
    // https://github.com/anomalyco/opencode/issues/11889
    if (names.length > 0) complain(`${at}.properties`, "only allowed for OBJECT type");
    if (required.length > 0) complain(`${at}.required`, "only allowed for OBJECT type");
  }
  // https://github.com/zcj-ui/astrbot_plugin_group_guardian/issues/62
  if (type === "ARRAY" && !items) complain(`${at}.items`, "missing field.");
  if (type !== "ARRAY" && items) complain(`${at}.items`, "only allowed for ARRAY type");
  checkEnum(schema, at, complain);

  for (const [name, inner] of Object.entries(properties)) checkSchema(inner, `${at}.properties[${name}]`, complain);
  if (items) checkSchema(items, `${at}.items`, complain);
  anyOf.forEach((inner, i) => {
    checkSchema(inner, `${at}.any_of[${i}]`, complain);
  });
}

function checkEnum({ type, format, enum: values = [] }: WireSchema, at: string, complain: Complain): void {
  // https://github.com/decolua/9router/issues/359
  if (values.length > 0 && type !== "STRING") complain(`${at}.enum`, "only allowed for STRING type");
  // https://github.com/router-for-me/CLIProxyAPI/pull/4545
  values.forEach((value, i) => {
    if (value === "") complain(`${at}.enum[${i}]`, "cannot be empty");
  });
  if (type !== "STRING" || format === undefined) return;
  // https://github.com/elastic/kibana/pull/286302
  if (format === "enum" && values.length === 0)
    complain(`${at}.enum`, "should be non-empty for STRING type with enum format");
  // https://firebase.google.com/docs/reference/js/ai.schemashared
  if (format !== "enum" && format !== "date-time")
    complain(`${at}.format`, "only 'enum' and 'date-time' are supported for STRING type");
}
