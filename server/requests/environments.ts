// The environments of the configuration as clients see them: the names of all variables, and the values that are no secrets.

import type { Environment, EnvironmentList, Variable } from "@pictor/client";
import { formatReference, secretNamePattern, type Pictor, type Redact } from "@pictor/host";

function variableOf(name: string, value: unknown, redact: Redact): Variable {
  const reference = formatReference(value);
  if (reference !== undefined) return { name, reference };
  return {
    name,
    ...(typeof value === "string" && !secretNamePattern.test(name) && { value: redact(value) }),
  };
}

/** A reference is shown as it is written, because its value may be a secret. */
export function environmentsOf({ configuration, environment, redact }: Pictor): EnvironmentList {
  const active = environment();
  const list = Object.entries(configuration.values.environments ?? {}).map(
    ([name, variables]): Environment => ({
      name,
      variables: Object.entries(variables).map(([variable, value]) => variableOf(variable, value, redact)),
    }),
  );
  return { ...(active !== undefined && { active }), environments: list };
}
