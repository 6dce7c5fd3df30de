// The environments of the configuration as clients see them: the names of all variables, and the values that are no
// secrets. A client sends such a list back, with its changes.

import type { Environment, EnvironmentDraft, EnvironmentList, Variable } from "@pictor/client";
import { formatReference, parseReference } from "../profiles/index.js";
import type { Pictor, Redact } from "@pictor/host";
import { secretNamePattern, type EnvironmentVariables } from "@pictor/kernel";
import { inputInvalid } from "../base/index.js";

/** An address without user and query has no secret, whatever its name is. */
const isPlainAddress = (name: string, value: string): boolean => /ur[li]$/i.test(name) && !/[?@]/.test(value);

function variableOf(name: string, value: unknown, redact: Redact): Variable {
  const reference = formatReference(value);
  if (reference !== undefined) return { name, reference };
  const isShown =
    typeof value === "string" &&
    (value === "" || !secretNamePattern.test(name) || isPlainAddress(name, value));
  return { name, ...(isShown && { value: redact(value) }) };
}

/** A reference is shown as it is written, because its value may be a secret. */
export function environmentsOf({
  environments,
  environment,
  redact,
}: Pick<Pictor, "environments" | "environment" | "redact">): EnvironmentList {
  const active = environment();
  const list = Object.entries(environments()).map(([name, variables]): Environment => ({
    name,
    variables: Object.entries(variables).map(([variable, value]) => variableOf(variable, value, redact)),
  }));
  return { ...(active !== undefined && { active }), environments: list };
}

const invalid = (index: number, expected: string, found: string) =>
  inputInvalid(`#/variables/${index}`, expected, found);

/**
 * Converts the variables that a client sends to those of a configuration file. One without value and reference, or with
 * the value that was shown for it, keeps its value in `present`. Throws `API_INPUT_INVALID`.
 */
export function variablesOf(
  { variables }: EnvironmentDraft,
  present: EnvironmentVariables,
  redact: Redact,
): EnvironmentVariables {
  const names = new Set<string>();
  const entries = variables.map(({ name, value, reference }, index) => {
    if (name === "__proto__" || names.has(name))
      throw invalid(index, "a name that no other variable has", JSON.stringify(name));
    names.add(name);
    if (value !== undefined && reference !== undefined)
      throw invalid(index, "a value or a reference", "both");
    const isPresent = Object.hasOwn(present, name);
    const kept = isPresent ? present[name] : undefined;
    if (reference !== undefined) {
      const parsed = parseReference(reference);
      if (parsed === undefined)
        throw invalid(index, "a reference such as $env NAME or $secret NAME", "another text");
      return [name, parsed] as const;
    }
    // A known secret is shown as ***, so a value that comes back unchanged must not replace the secret.
    if (value !== undefined)
      return [name, typeof kept === "string" && redact(kept) === value ? kept : value] as const;
    if (!isPresent) throw invalid(index, "a value or a reference, because the variable is new", "neither");
    return [name, kept] as const;
  });
  return Object.fromEntries(entries);
}
