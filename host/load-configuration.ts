// Loads the configuration of a host: user file, project file, environment variables, options.

import { loadConfiguration, type LoadedConfiguration } from "@pictor/kernel";
import { configurationFiles } from "./configuration-files.js";

/** Sources of the configuration. Every member has a default. */
export interface HostConfigurationOptions {
  /** The project file, which must exist. Default: `PICTOR_CONFIG`, else `pictor.json` in `directory` if it exists. */
  readonly file?: string;
  /** Folder of the default `pictor.json`. Default: the working directory. */
  readonly directory?: string;
  /** Name of the environment whose variables are filled in. Default: `PICTOR_ENVIRONMENT`, else that of the files. */
  readonly environment?: string;
  /** Default: `process.env`. An empty variable counts as absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The uppermost layer: options, else environment variables. */
export function topLayer({
  environment,
  env = process.env,
}: HostConfigurationOptions): Readonly<Record<string, string>> {
  const named = environment ?? env["PICTOR_ENVIRONMENT"];
  const backend = env["PICTOR_BACKEND"];
  return { ...(named && { environment: named }), ...(backend && { backend }) };
}

/**
 * Merges user file, project file and options, lowest first. Rejects with `CONFIG_NOT_FOUND`, `CONFIG_NOT_READABLE`,
 * `CONFIG_NOT_JSON` or `CONFIG_INVALID`.
 */
export function loadPictorConfiguration(
  options: HostConfigurationOptions = {},
): Promise<LoadedConfiguration> {
  const { own, file } = configurationFiles({ config: options.file }, options.env ?? process.env);
  return loadConfiguration({
    userFile: own,
    flags: topLayer(options),
    ...(file !== undefined && { file }),
    ...(options.directory !== undefined && { directory: options.directory }),
  });
}
