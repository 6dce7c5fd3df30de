// `{{variables}}` in authored texts, from the active environment of the configuration.

import { fault } from "../base/errors/error-catalog.js";
import { didYouMean } from "../base/nearest.js";

/** The active environment, as far as somebody uses it. */
export interface Variables {
  /** Its name. */
  readonly environment: string | undefined;
  /** All that it defines. */
  readonly names: readonly string[];
  /** Those that are used, with references resolved. */
  readonly values: Readonly<Record<string, string>>;
}

/** Gives the variables that the texts in `used` name: what others stand for is not read. */
export type VariableSource = (used: unknown) => Promise<Variables>;

const pattern = /\{\{\s*([^{}]+?)\s*\}\}/g;
const whole = new RegExp(`^${pattern.source}$`);

const unknown = (name: string, { environment, names }: Variables, where: string) =>
  fault("VARIABLE_UNKNOWN", {
    where,
    variable: `{{${name}}}`,
    environment: environment ?? "(none is active)",
    suggestion: didYouMean(name, names),
  });

/** Whether a text is one variable and nothing else. */
export const isVariable = (text: string): boolean => whole.test(text);

const namesInText = (text: string): readonly string[] =>
  text.includes("{{") ? [...text.matchAll(pattern)].map(([, name = ""]) => name) : [];

/** The names of the variables in a text, or in any text inside a group or list. */
export const namesIn = (value: unknown): readonly string[] =>
  typeof value === "string"
    ? namesInText(value)
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(namesIn)
      : [];

/** Whether a text has a variable in it, or any text inside a group or list. */
export const hasVariable = (value: unknown): boolean => namesIn(value).length > 0;

/** Whether both give the same values to the same names. */
export const isSameFilling = (one: Variables, other: Variables): boolean =>
  Object.entries(one.values).every(([name, value]) => other.values[name] === value);

/** Fills every variable. Throws `VARIABLE_UNKNOWN` for one that the environment does not define. */
export const fillVariables = (text: string, variables: Variables, where: string): string =>
  !text.includes("{{")
    ? text
    : text.replace(pattern, (_text, name: string) => {
        if (Object.hasOwn(variables.values, name)) return variables.values[name] ?? "";
        throw unknown(name, variables, where);
      });

/** Fills the known ones and leaves the rest as it is: a body may mean its braces. */
export const fillKnown = (text: string, { values }: Variables): string =>
  text.replace(pattern, (written, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : written,
  );
