// `{{variables}}` in authored texts, from the active environment of the configuration.

import { fault } from "../errors/catalogue.js";
import { didYouMean } from "../errors/nearest.js";

/** The active environment: its name, and its values with references resolved. */
export interface Variables {
  readonly environment: string | undefined;
  readonly values: Readonly<Record<string, string>>;
}

const pattern = /\{\{\s*([^{}]+?)\s*\}\}/g;

const unknown = (name: string, { environment, values }: Variables, where: string) =>
  fault("VARIABLE_UNKNOWN", {
    where,
    variable: `{{${name}}}`,
    environment: environment ?? "(none is active)",
    suggestion: didYouMean(name, Object.keys(values)),
  });

/** Whether a text has a variable in it anywhere. */
export const hasVariable = (value: unknown): boolean =>
  typeof value === "string"
    ? value.includes("{{")
    : typeof value === "object" && value !== null && Object.values(value).some(hasVariable);

/** Fills every variable. Throws `VARIABLE_UNKNOWN` for one that the environment does not define. */
export const fillVariables = (text: string, variables: Variables, where: string): string =>
  !text.includes("{{")
    ? text
    : text.replace(pattern, (_whole, name: string) => {
        if (Object.hasOwn(variables.values, name)) return variables.values[name] ?? "";
        throw unknown(name, variables, where);
      });

/** Fills the known ones and leaves the rest as it is: a body may mean its braces. */
export const fillKnown = (text: string, { values }: Variables): string =>
  text.replace(pattern, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : whole,
  );
