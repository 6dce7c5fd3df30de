// Converts the parameters of the query and of headers from text to their types.

import { didYouMean } from "@pictor/kernel";
import { inputInvalid, type Parameter } from "@pictor/features/base";

type Specs = Readonly<Record<string, Parameter>>;

function readOne(name: string, spec: Parameter, text: string | null): string | number | undefined {
  if (text === null) {
    if (spec.required !== true) return undefined;
    throw inputInvalid(`The parameter ${name}`, "given", "missing");
  }
  if (spec.enum !== undefined && !spec.enum.includes(text))
    throw inputInvalid(`The parameter ${name}`, `one of ${spec.enum.join(", ")}`, JSON.stringify(text));
  if (spec.type === "string") {
    const { minLength = 0, maxLength = Infinity } = spec;
    if (text.length >= minLength && text.length <= maxLength) return text;
    const found = `one of ${text.length} characters`;
    throw inputInvalid(`The parameter ${name}`, `a text of ${minLength} to ${maxLength} characters`, found);
  }
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  const { minimum = -Infinity, maximum = Infinity } = spec;
  if (value >= minimum && value <= maximum) return value;
  throw inputInvalid(
    `The parameter ${name}`,
    `an integer from ${minimum} to ${maximum}`,
    JSON.stringify(text),
  );
}

const readAll = (
  specs: Specs,
  get: (name: string) => string | null,
): Record<string, string | number | undefined> =>
  Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, readOne(name, spec, get(name))]));

/** Reads the parameters of the query. Throws `API_INPUT_INVALID`, also for a parameter that the route does not have. */
export function readQuery(specs: Specs, query: URLSearchParams): Record<string, string | number | undefined> {
  for (const name of query.keys())
    if (!Object.hasOwn(specs, name))
      throw inputInvalid(
        "The query",
        "without unknown parameters",
        `the parameter ${JSON.stringify(name)}`,
        didYouMean(name, Object.keys(specs)),
      );
  return readAll(specs, (name) => query.get(name));
}

export const readHeaders = (specs: Specs, headers: Headers): Record<string, string | number | undefined> =>
  readAll(specs, (name) => headers.get(name));
