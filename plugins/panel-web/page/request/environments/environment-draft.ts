// The variables of an environment while the user edits them. Pure.

import type { EnvironmentDraft as EnvironmentBody, Variable } from "@pictor/client";
import { isRecord, recordsIn } from "../../api/guards.js";
import { partsOf } from "../../api/pointers.js";
import { isSecretName } from "../../dialect/secret-names.gen.js";
import { typedText, type TypedSecret } from "../../saving/typed-secrets.js";

interface EditedVariable {
  readonly name: string;
  /** The value, or a reference such as `$env NAME`. */
  readonly value: string | TypedSecret;
  /** Whether the server has a value that it does not show. It stays unless another one is typed. */
  readonly isHidden: boolean;
  /** Whether the value is stored as a secret. */
  readonly isSecret: boolean;
}

export interface EnvironmentDraft {
  /** The name of a new environment, as far as it is typed; empty for a saved one, whose name stays. */
  readonly name: string;
  /** The variables by keys, which stay when a variable is renamed: that of a saved one is made of its name. */
  readonly variables: Readonly<Record<string, EditedVariable>>;
}

export const emptyEnvironment: EnvironmentDraft = { name: "", variables: {} };

/** A variable with its key and its text, as its row shows it. */
export interface VariableRow extends Omit<EditedVariable, "value"> {
  readonly key: string;
  readonly value: string;
}

const referencePattern = /^\$(?:env|secret|file|token) \S/;
export const isReference = (value: string): boolean => referencePattern.test(value.trim());

export const rowsOf = ({ variables }: EnvironmentDraft): readonly VariableRow[] =>
  Object.entries(variables).map(([key, variable]) => ({
    ...variable,
    key,
    value: typedText(variable.value),
  }));

export const draftOf = (variables: readonly Variable[]): EnvironmentDraft => ({
  name: "",
  variables: Object.fromEntries(
    variables.map(({ name, value, reference }) => {
      const isHidden = value === undefined && reference === undefined;
      return [`=${name}`, { name, value: value ?? reference ?? "", isHidden, isSecret: isHidden }];
    }),
  ),
});

/**
 * A draft after the change of a row; a key that is not there yet adds a row. A name for which the server takes no plain
 * value makes its value a secret.
 */
export function withRow(
  draft: EnvironmentDraft,
  key: string,
  change: Partial<Omit<VariableRow, "key">>,
): EnvironmentDraft {
  const before = draft.variables[key] ?? { name: "", value: "", isHidden: false, isSecret: false };
  const next = { ...before, ...change };
  const isSecret =
    next.isSecret || (change.name !== undefined && isSecretName(change.name) && !isSecretName(before.name));
  const text = typedText(next.value);
  const value = isSecret && text !== "" && !isReference(text) ? { $typed: text } : text;
  return { ...draft, variables: { ...draft.variables, [key]: { ...next, isSecret, value } } };
}

export function withoutRow(draft: EnvironmentDraft, key: string): EnvironmentDraft {
  const { [key]: _removed, ...variables } = draft.variables;
  return { ...draft, variables };
}

/** The name of the secret of a variable; `suffix` makes it unused. */
export const secretNameOf = (environment: string, variable: string, suffix: string): string =>
  ["environment", environment, variable, suffix].map((part) => part.replace(/[^\w-]+/g, "-")).join(".");

/** The body that saves a draft, in which a typed secret was replaced by the reference to the stored one. */
export const bodyOf = ({ variables }: EnvironmentDraft): EnvironmentBody => ({
  variables: Object.values(variables)
    .filter(({ name }) => name.trim() !== "")
    .map(({ name: given, value, isHidden }) => {
      const name = given.trim();
      const stored = isRecord(value) ? value["$secret"] : undefined;
      if (typeof stored === "string") return { name, reference: `$secret ${stored}` };
      const text = typedText(value);
      if (isReference(text)) return { name, reference: text.trim() };
      return isHidden && text === "" ? { name } : { name, value: text };
    }),
});

/** The titles of changed values: the names of their variables. */
export const titlesOf = (pointers: readonly string[], draft: EnvironmentDraft): readonly string[] => [
  ...new Set(
    pointers.map((pointer) => {
      const [part = "", key = ""] = partsOf(pointer);
      if (part === "name") return "Name";
      return draft.variables[key]?.name.trim() || key.replace(/^=/, "") || "a variable";
    }),
  ),
];

/** Returns a draft that the browser has kept, if the draft still has the right form. */
export function acceptEnvironment(kept: unknown): EnvironmentDraft | undefined {
  if (!isRecord(kept) || typeof kept["name"] !== "string" || !isRecord(kept["variables"])) return undefined;
  const entries = Object.entries(recordsIn(kept["variables"])).map(([key, each]) => {
    const { name, value, isHidden, isSecret } = each;
    const flags = { isHidden: isHidden === true, isSecret: isSecret === true };
    return [key, { name: typedText(name), value: typedText(value), ...flags }] as const;
  });
  return { name: kept["name"], variables: Object.fromEntries(entries) };
}
