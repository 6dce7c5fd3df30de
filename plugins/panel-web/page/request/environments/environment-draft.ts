// The variables of an environment while the user edits them. Pure.

import type { EnvironmentDraft, Variable } from "@pictor/client";

export interface VariableRow {
  /** Identifies the row in the page. */
  readonly key: string;
  readonly name: string;
  /** The typed value, or a reference such as `$env NAME`. */
  readonly value: string;
  /** Whether the server has a value that it does not show. It stays unless another one is typed. */
  readonly isHidden: boolean;
  /** Whether the value is stored as a secret. */
  readonly isSecret: boolean;
}

const referencePattern = /^\$(?:env|secret|file|token) \S/;
export const isReference = (value: string): boolean => referencePattern.test(value.trim());

/** Names for which the server takes no plain value. An address, such as that of a token endpoint, is no secret. */
const secretName =
  /pass(word|phrase)?$|secret|token|^authorization$|^proxy-authorization$|cookie|api[-_]?key|credential/i;
const isSecretName = (name: string): boolean => secretName.test(name) && !/ur[li]$/i.test(name);

export const newVariable = (key: string): VariableRow => ({
  ...{ key, name: "", value: "" },
  ...{ isHidden: false, isSecret: false },
});

export const rowsOf = (variables: readonly Variable[], newKey: () => string): readonly VariableRow[] =>
  variables.map(({ name, value, reference }) => ({
    ...{ key: newKey(), name, value: value ?? reference ?? "" },
    isHidden: value === undefined && reference === undefined,
    isSecret: value === undefined && reference === undefined,
  }));

/** A row after a change. A name that secrets have makes its value a secret; another name does not show a hidden value. */
export function changed(row: VariableRow, change: Partial<VariableRow>): VariableRow {
  const next = { ...row, ...change };
  if (change.name !== undefined && isSecretName(change.name) && !isSecretName(row.name))
    return { ...next, isSecret: true };
  return next;
}

/** Whether the value of a row must be written to the store of secrets before the environment is saved. */
export const needsStore = ({ value, isSecret }: VariableRow): boolean =>
  isSecret && value !== "" && !isReference(value);

/** The name of the secret of a variable; `suffix` makes it unused. */
export const secretNameOf = (environment: string, variable: string, suffix: string): string =>
  ["environment", environment, variable, suffix].map((part) => part.replace(/[^\w-]+/g, "-")).join(".");

/** The body that saves the rows; `stored` has the names of the secrets by the keys of their rows. */
export const draftOf = (
  rows: readonly VariableRow[],
  stored: ReadonlyMap<string, string>,
): EnvironmentDraft => ({
  variables: rows
    .filter(({ name }) => name.trim() !== "")
    .map(({ key, name: given, value, isHidden }) => {
      const name = given.trim();
      const secret = stored.get(key);
      if (secret !== undefined) return { name, reference: `$secret ${secret}` };
      if (isReference(value)) return { name, reference: value.trim() };
      return isHidden && value === "" ? { name } : { name, value };
    }),
});
