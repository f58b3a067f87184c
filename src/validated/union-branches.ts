import { pointerTokens } from "../contract/index.js";
import { isUnder, type Misfit } from "./misfit.js";

/**
 * Of a value that fits no branch of a union, the validator tells the misfits of every branch. Only those of the branch
 * that was meant help: the one whose type fits and that misses least. Where no branch has the value's type, all of them
 * together say which types, or which values, there are.
 */
export function withoutUnions(misfits: readonly Misfit[], value: unknown): Misfit[] {
  const at = misfits.findIndex(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const union = misfits[at];
  if (!union) return [...misfits];
  const belongs = (misfit: Misfit, place: string) =>
    misfit.place.startsWith(`${place}/`) && isUnder(misfit.instance, union.instance);
  const rest = misfits.slice(at + 1).filter((misfit) => !belongs(misfit, union.place));
  const schemas: readonly unknown[] = Array.isArray(union.rule) ? union.rule : [];
  const branches = schemas.map((_, i) =>
    withoutUnions(
      misfits.filter((misfit) => belongs(misfit, `${union.place}/${i}`)),
      value,
    ),
  );
  return [...misfits.slice(0, at), ...meant(branches, union, value), ...withoutUnions(rest, value)];
}

function meant(branches: readonly (readonly Misfit[])[], union: Misfit, value: unknown): readonly Misfit[] {
  // It fits more than one branch of a `oneOf`.
  if (branches.length === 0 || branches.some((misfits) => misfits.length === 0)) return [union];
  const isAboutIt = ({ keyword, instance }: Misfit) =>
    instance === union.instance && ["type", "enum", "const", "false"].includes(keyword);
  const ofItsType = branches.filter((misfits) => !misfits.some(isAboutIt));
  const best = ofItsType.toSorted((a, b) => weight(a) - weight(b))[0];
  if (best) return best;

  const about = branches.flat().filter(isAboutIt);
  const values = about.flatMap(({ keyword, rule }) => (keyword === "const" || keyword === "enum" ? rule : []));
  const submitted = typeOf(valueAt(union.instance, value));
  if (values.some((allowed) => typeOf(allowed) === submitted)) return [{ ...union, keyword: "enum", rule: values }];
  const types = about.flatMap(({ keyword, rule }) => (keyword === "type" ? (rule as string | string[]) : []));
  return [{ ...union, keyword: "type", rule: [...new Set([...types, ...values.map(typeOf)])] }];
}

/** A `kind` of another value tells two branches apart more surely than any number of missing fields. */
function weight(misfits: readonly Misfit[]): number {
  return misfits.reduce((sum, { keyword }) => sum + (keyword === "const" || keyword === "enum" ? 100 : 1), 0);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function valueAt(pointer: string, value: unknown): unknown {
  return pointerTokens(pointer).reduce<unknown>((at, token) => (at as Record<string, unknown> | null)?.[token], value);
}
