// Writes an environment, a named set of variables, into a configuration file.

import { isDeepStrictEqual } from "node:util";
import {
  cutText,
  describeType,
  fault,
  isSecretName,
  jsonPointer,
  referenceOf,
  type EnvironmentVariables,
  type LoadedConfiguration,
} from "@pictor/kernel";
import { fileForEntry, writeEntry, type EntryWriter } from "./write-entry.js";

export interface SaveEnvironmentDependencies extends EntryWriter<"environments"> {
  readonly configuration: EntryWriter<"environments">["configuration"] & {
    readonly values: Pick<LoadedConfiguration["values"], "environment">;
  };
}

export type SaveEnvironment = (name: string, variables: EnvironmentVariables | undefined) => Promise<string>;

/** Throws `ENVIRONMENT_NAME_INVALID` for a name that is not usable on command lines and in paths of the local API. */
function requireName(name: string): void {
  if (/^[\p{L}\p{N}][\p{L}\p{N}_. -]{0,63}$/u.test(name) && name === name.trim() && name !== "active") return;
  throw fault("ENVIRONMENT_NAME_INVALID", { environment: JSON.stringify(cutText(name, 100)) });
}

/** Checks the variables that differ from the present ones. Throws `SETTINGS_INVALID` or `CONFIG_SECRET_INLINE`. */
function checkVariables(
  name: string,
  variables: EnvironmentVariables,
  before: EnvironmentVariables,
  file: string,
): void {
  const where = `environments/${name}`;
  const refuse = (pointer: string, expected: string, found: string): never => {
    throw fault("SETTINGS_INVALID", { where, pointer, expected, found, suggestion: "" });
  };
  for (const [variable, value] of Object.entries(variables)) {
    if (Object.hasOwn(before, variable) && isDeepStrictEqual(before[variable], value)) continue;
    if (!/^[^{}\s](?:[^{}\p{C}]{0,98}[^{}\s])?$/u.test(variable))
      refuse("", "names of variables without braces, of at most 100 characters", JSON.stringify(variable));
    if (referenceOf(value) !== undefined) continue;
    if (typeof value !== "string")
      refuse(jsonPointer(variable), "a string or a reference", describeType(value));
    else if (isSecretName(variable) && value !== "")
      throw fault("CONFIG_SECRET_INLINE", {
        file,
        pointer: `#${jsonPointer("environments", name, variable)}`,
      });
  }
}

export const createSaveEnvironment =
  (writer: SaveEnvironmentDependencies): SaveEnvironment =>
  async (name, variables) => {
    const { configuration, configured } = writer;
    const present = configured.entries.get(name);
    if (variables !== undefined) {
      if (present === undefined) requireName(name);
      checkVariables(name, variables, present ?? {}, fileForEntry(name, writer));
    } else if (configuration.values.environment === name)
      throw fault("ENVIRONMENT_NEEDED", { environment: name });
    return writeEntry("environments", name, variables, writer);
  };
