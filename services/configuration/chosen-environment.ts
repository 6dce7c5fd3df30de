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
  throw fault("ENVIRONMENT_UNKNOWN", { environment: name, ...knownNames(name, [...environments.keys()]) });
}

/** `environments` is read at each use, because environments are changed while the process runs. */
export function createChosenEnvironment(
  configured: string | undefined,
  environments: ReadonlyMap<string, EnvironmentVariables>,
  { references }: Pick<SettingsSource, "references">,
): ChosenEnvironment {
  let name = configured;
  return {
    get name() {
      return name;
    },
    variables: (used) =>
      activeVariables(
        { environments: Object.fromEntries(environments), ...(name !== undefined && { environment: name }) },
        references,
      )(used),
    choose(chosen) {
      if (chosen !== undefined) requireEnvironment(chosen, environments);
      name = chosen;
    },
  };
}
