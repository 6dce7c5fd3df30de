// Resolves the variables of the active environment.

import { jsonPointer } from "../base/json-pointer.js";
import { describeType } from "../base/errors/explain-violation.js";
import { fault } from "../base/errors/error-catalog.js";
import { knownNames } from "../base/nearest.js";
import type { Configuration } from "../contract/configuration.gen.js";
import { namedBy } from "./named-by.js";
import { resolveReferences, type ReferenceSource } from "./references.js";
import { variableNames, type VariableSource } from "./variables.js";

/** The environments of the configuration, and the name of the active one. `from` is the place of this name, for errors. */
export interface Environments extends Pick<Configuration, "environment" | "environments"> {
  readonly from?: string | undefined;
}

/** Returns the environment with this name. Throws `ENVIRONMENT_UNKNOWN`. */
function findEnvironment(environment: string, { environments = {}, from }: Environments): object {
  const authored = Object.hasOwn(environments, environment) ? environments[environment] : undefined;
  if (authored !== undefined) return authored;
  const known = knownNames(environment, Object.keys(environments));
  throw fault("ENVIRONMENT_UNKNOWN", { environment, origin: namedBy(from), ...known });
}

function checked(values: unknown, where: string): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(values as Readonly<Record<string, unknown>>)) {
    if (typeof value === "string") continue;
    const [expected, found] = ["a string or a reference", describeType(value)];
    throw fault("SETTINGS_INVALID", { where, pointer: jsonPointer(name), expected, found, suggestion: "" });
  }
  return values as Readonly<Record<string, string>>;
}

/**
 * Reads only the variables that are used: an unresolvable reference of another variable must not fail the call. Throws
 * `ENVIRONMENT_UNKNOWN`, `CONFIG_REFERENCE_UNRESOLVED`, or `SETTINGS_INVALID` for a value that is not a string.
 */
export function activeVariables(configuration: Environments, source: ReferenceSource): VariableSource {
  const { environment } = configuration;
  if (environment === undefined) {
    const none = Promise.resolve({ environment, names: [], values: {} });
    return () => none;
  }
  return async (used) => {
    const where = `environments/${environment}`;
    const authored = Object.entries(findEnvironment(environment, configuration));
    const wanted = new Set(variableNames(used));
    const values = Object.fromEntries(authored.filter(([name]) => wanted.has(name)));
    return {
      environment,
      names: authored.map(([name]) => name),
      values: checked(await resolveReferences(values, source, where), where),
    };
  };
}
