// Stryker's ignorer: what no contract can see. The rules stand in README.md, with the reason for each; this is how they
// are recognised in the source, so that the source itself need not speak of mutation.

/** Files whose words are told to the model, or tell one part of the code what another found: both can be seen. */
const notForPeople =
  /\/(run-calls|json-schema|google\/schema|embedding-traits|openai-compatible\/request-body|base-endpoints|call-arguments|retry-after)\.ts$/;
/** Files that check what an LLM is made of: whoever passes anything else has no subject to judge. */
const construction = /\/(check-config|check-options|options|create-llm|create-embedder)\.ts$/;
/** Files that hold a driver to its own side of the contract. */
const driverLaw = /\/generation\/(check-turn|read-turn)\.ts$/;
/** Files that know the words in which servers tell errors. */
const errorWords = /\/drivers\/(google\/)?(error-kind|error-object|error-body|refused-feature|errors)\.ts$/;

const rules = {
  "text for people": (path, file) =>
    isText(path.node) && (isErrorMessage(path) || (isProse(path.node) && !isWord(path) && !notForPeople.test(file))),
  "a guard of the construction": (path, file) => construction.test(file) && isGuard(path.node, "refuse"),
  "a guard against the driver itself": (path, file) => driverLaw.test(file) && isGuard(path.node, "bad"),
  "once, of what happens once": ({ node }) =>
    node.type === "ObjectExpression" && node.properties.length === 1 && node.properties[0].key?.name === "once",
  "a size that nobody fills": ({ node }) => node.type === "BinaryExpression" && isNumeric(node),
  "data on models, vendors and their words": (path, file) =>
    isModuleConstant(path, (name) => name === "rows") ||
    (errorWords.test(file) && isModuleConstant(path) && isTable(path.node.init)),
};

export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "unseen",
    value: {
      shouldIgnore(path) {
        const file = fileOf(path);
        return Object.keys(rules).find((rule) => rules[rule](path, file));
      },
    },
  },
];

function fileOf(path) {
  const { loc } = path.scope.getProgramParent().path.node;
  return loc?.filename ?? path.hub?.file?.opts?.filename ?? "";
}

function isText({ type }) {
  return type === "StringLiteral" || type === "TemplateLiteral";
}

/** At least two words in a row. */
function isProse(node) {
  const literal = node.type === "StringLiteral" ? [node.value] : node.quasis.map(({ value }) => value.raw);
  return literal.some((text) => /[a-z]{2,}:? [a-z]+/i.test(text));
}

/** Behind the code of an `LLMError`, anywhere in other errors. */
function isErrorMessage({ parent, key }) {
  if (parent.type !== "NewExpression" || !/Error$/.test(parent.callee.name ?? "")) return false;
  return parent.callee.name === "LLMError" ? key === 1 : typeof key === "number";
}

/** A word of the code's own, which it compares or hands to itself. */
function isWord({ parent, parentPath }) {
  const call = parent.type === "ConditionalExpression" ? parentPath.parent : parent;
  return parent.type === "BinaryExpression" || call.callee?.name === "announced";
}

/** `if (…) name(…)`, also with `return` or `throw`, and without an `else`. */
function isGuard(node, name) {
  if (node.type !== "IfStatement" || node.alternate) return false;
  const { consequent } = node;
  const body = consequent.type === "BlockStatement" && consequent.body.length === 1 ? consequent.body[0] : consequent;
  const call = body.expression ?? body.argument;
  return call?.type === "CallExpression" && call.callee.name === name;
}

/** Arithmetic on nothing but numbers and chance. */
function isNumeric(node) {
  if (node.type === "NumericLiteral") return true;
  if (node.type === "CallExpression") return node.callee.property?.name === "random";
  return node.type === "BinaryExpression" && isNumeric(node.left) && isNumeric(node.right);
}

function isModuleConstant({ node, parentPath }, isNamed = () => true) {
  if (node.type !== "VariableDeclarator" || !isNamed(node.id.name)) return false;
  const outer = parentPath.parentPath.node.type;
  return outer === "Program" || outer === "ExportNamedDeclaration";
}

function isTable(init) {
  return init?.type === "RegExpLiteral" || init?.type === "ArrayExpression" || init?.type === "NewExpression";
}
