// The active environment: that of the configuration, until another one is chosen while the process runs.

import {
  activeVariables,
  fault,
  knownNames,
  type EnvironmentVariables,
  type SettingsSource,
  type VariableSource,
} from "@pictor/kernel";

export interface ChosenEnvironment {
  readonly name: string | undefined;
  /** The variables of the environment that is active when they are read. */
  readonly variables: VariableSource;
  /** Chooses an environment; undefined for no environment. Throws `ENVIRONMENT_UNKNOWN`. */
  choose(name: string | undefined): void;
}

/** Throws `ENVIRONMENT_UNKNOWN`. */
export function requireEnvironment(name: string, environments: ReadonlyMap<string, unknown>): void {
  if (environments.has(name)) return;
  const known = knownNames(name, [...environments.keys()]);
  throw fault("ENVIRONMENT_UNKNOWN", { environment: name, origin: "", ...known });
}

/**
 * `configured` is the environment of the configuration, and the place of its name for errors. `environments` is read at each use,
 * because environments are changed while the process runs.
 */
export function createChosenEnvironment(
  configured: { readonly name: string | undefined; readonly from: string | undefined },
  environments: ReadonlyMap<string, EnvironmentVariables>,
  { references }: Pick<SettingsSource, "references">,
): ChosenEnvironment {
  let { name, from } = configured;
  return {
    get name() {
      return name;
    },
    variables: (used) =>
      activeVariables(
        {
          environments: Object.fromEntries(environments),
          from,
          ...(name !== undefined && { environment: name }),
        },
        references,
      )(used),
    choose(chosen) {
      if (chosen !== undefined) requireEnvironment(chosen, environments);
      [name, from] = [chosen, undefined];
    },
  };
}
