// `{{variables}}` in configured strings, filled in from the active environment.

import { fault } from "../base/errors/error-catalog.js";
import { textsIn } from "../base/guards.js";
import { didYouMean } from "../base/nearest.js";

/** The variables of the active environment that are used. */
export interface Variables {
  /** Name of the environment. */
  readonly environment: string | undefined;
  /** Names of all variables that the environment defines. */
  readonly names: readonly string[];
  /** Values of the used variables, with references resolved. */
  readonly values: Readonly<Record<string, string>>;
}

/** Resolves the variables that the strings in `used` name; others are not read. */
export type VariableSource = (used: unknown) => Promise<Variables>;

/** A variable in a text, with its name as the group. */
export const variablePattern = /\{\{\s*([^{}\s](?:[^{}]*[^{}\s])?)\s*\}\}/g;
const whole = new RegExp(`^${variablePattern.source}$`);
const anywhere = new RegExp(variablePattern.source);

const unknown = (name: string, { environment, names }: Variables, where: string) =>
  fault("VARIABLE_UNKNOWN", {
    where,
    variable: `{{${name}}}`,
    environment: environment ?? "(none is active)",
    suggestion: didYouMean(name, names),
  });

/** Whether a string consists of exactly one variable. */
export const isVariable = (text: string): boolean => whole.test(text);

const namesInText = (text: string): readonly string[] =>
  text.includes("{{") ? [...text.matchAll(variablePattern)].map(([, name = ""]) => name) : [];

/** Names of the variables in a string, or in all strings of a group or list. */
export const variableNames = (value: unknown): readonly string[] => textsIn(value).flatMap(namesInText);

/** Whether a string, or any string of a group or list, contains a variable. Every request asks, so nothing is collected. */
export const hasVariable = (value: unknown): boolean =>
  typeof value === "string"
    ? value.includes("{{") && anywhere.test(value)
    : typeof value === "object" && value !== null && Object.values(value).some(hasVariable);

/** Whether every variable of `one` has the same value in `other`. */
export const hasSameValues = (one: Variables, other: Variables): boolean =>
  Object.entries(one.values).every(([name, value]) => other.values[name] === value);

/** Fills in every variable. Throws `VARIABLE_UNKNOWN` for a variable that the environment does not define. */
export const fillVariables = (text: string, variables: Variables, where: string): string =>
  !text.includes("{{")
    ? text
    : text.replace(variablePattern, (_text, name: string) => {
        if (Object.hasOwn(variables.values, name)) return variables.values[name] ?? "";
        throw unknown(name, variables, where);
      });

/** Fills in the known variables and leaves others unchanged, because a body may contain literal braces. */
export const fillKnownVariables = (text: string, { values }: Variables): string =>
  text.replace(variablePattern, (written, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : written,
  );
