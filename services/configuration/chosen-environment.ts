// The active environment: that of the configuration, until another one is chosen while the process runs.

import {
  activeVariables,
  didYouMean,
  fault,
  type Configuration,
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

export function createChosenEnvironment(
  { environment, environments = {} }: Pick<Configuration, "environment" | "environments">,
  { references }: Pick<SettingsSource, "references">,
): ChosenEnvironment {
  const sourceOf = (name: string | undefined): VariableSource =>
    activeVariables({ environments, ...(name !== undefined && { environment: name }) }, references);
  let name = environment;
  let source = sourceOf(name);
  return {
    get name() {
      return name;
    },
    variables: (used) => source(used),
    choose(chosen) {
      const known = Object.keys(environments);
      if (chosen !== undefined && !known.includes(chosen)) {
        const suggestion = didYouMean(chosen, known);
        throw fault("ENVIRONMENT_UNKNOWN", {
          environment: chosen,
          known: known.join(", ") || "none",
          suggestion,
        });
      }
      name = chosen;
      source = sourceOf(chosen);
    },
  };
}
