// The active environment of the configuration: what its variables stand for.

import { fault } from "../errors/catalogue.js";
import { didYouMean } from "../errors/nearest.js";
import type { Configuration } from "./configuration.gen.js";
import { readReferences, referencesIn, replaceReferences, type ReferenceSource } from "./references.js";
import type { Variables } from "./variables.js";

type Environments = Pick<Configuration, "environment" | "environments">;

/** Throws `ENVIRONMENT_UNKNOWN`. */
function authoredIn(environment: string, { environments = {} }: Environments): object {
  const authored = Object.hasOwn(environments, environment) ? environments[environment] : undefined;
  if (authored !== undefined) return authored;
  const known = Object.keys(environments);
  const suggestion = didYouMean(environment, known);
  throw fault("ENVIRONMENT_UNKNOWN", { environment, known: known.join(", ") || "none", suggestion });
}

function checked(values: unknown, where: string): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(values as Readonly<Record<string, unknown>>)) {
    if (typeof value === "string") continue;
    const found = Array.isArray(value) ? "a list" : `a ${typeof value}`;
    const details = { where, pointer: `/${name}`, expected: "a text or a reference", found };
    throw fault("SETTINGS_INVALID", { ...details, suggestion: "" });
  }
  return values as Readonly<Record<string, string>>;
}

/**
 * Gives the variables of the active environment: the same object as before while nothing behind its references has
 * changed. Throws `ENVIRONMENT_UNKNOWN`, `CONFIG_REFERENCE_UNRESOLVED`, or `SETTINGS_INVALID` for a value that is no
 * text.
 */
export function createVariables(
  configuration: Environments,
  source: ReferenceSource,
): () => Promise<Variables> {
  const { environment } = configuration;
  let last: { readonly read: readonly string[]; readonly variables: Variables } | undefined;
  if (environment === undefined) {
    const none = Promise.resolve({ environment, values: {} });
    return () => none;
  }
  return async () => {
    const where = `environments/${environment}`;
    const authored = authoredIn(environment, configuration);
    const references = referencesIn(authored, where);
    const read = await readReferences(references, source);
    if (last !== undefined && read.every((value, index) => value === last?.read[index]))
      return last.variables;
    const values = checked(replaceReferences(authored, read.values(), where), where);
    last = { read, variables: { environment, values } };
    return last.variables;
  };
}
