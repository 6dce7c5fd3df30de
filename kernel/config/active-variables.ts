// The active environment of the configuration: what its variables stand for.

import { fault } from "../base/errors/error-catalog.js";
import { didYouMean } from "../base/nearest.js";
import type { Configuration } from "../contract/configuration.gen.js";
import { resolveReferences, type ReferenceSource } from "./references.js";
import { namesIn, type VariableSource } from "./variables.js";

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
 * Gives the variables of the active environment that are used; references of the others are left alone, as what one request
 * lacks must not stop another. Throws `ENVIRONMENT_UNKNOWN`, `CONFIG_REFERENCE_UNRESOLVED`, or `SETTINGS_INVALID` for a
 * value that is no text.
 */
export function activeVariables(configuration: Environments, source: ReferenceSource): VariableSource {
  const { environment } = configuration;
  if (environment === undefined) {
    const none = Promise.resolve({ environment, names: [], values: {} });
    return () => none;
  }
  return async (used) => {
    const where = `environments/${environment}`;
    const authored = Object.entries(authoredIn(environment, configuration));
    const wanted = new Set(namesIn(used));
    const values = Object.fromEntries(authored.filter(([name]) => wanted.has(name)));
    return {
      environment,
      names: authored.map(([name]) => name),
      values: checked(await resolveReferences(values, source, where), where),
    };
  };
}
