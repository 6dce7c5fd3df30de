// The configuration of a host: the user's file, the project's file, the environment, options.

import { loadConfiguration, type LoadedConfiguration } from "@pictor/kernel";
import { configurationFiles } from "./configuration-files.js";

/** Where the configuration comes from; every member has a default. */
export interface HostConfigurationOptions {
  /** Project file; it must exist. Default: `PICTOR_CONFIG`, else `pictor.json` in `directory` when it exists. */
  readonly file?: string;
  /** Folder where `pictor.json` is looked for. Default: the working directory. */
  readonly directory?: string;
  /** Name of the environment whose variables are filled in. Default: `PICTOR_ENVIRONMENT`, else what the files say. */
  readonly environment?: string;
  /** Default: `process.env`. An empty variable counts as absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The layer above the files: options, else the environment. */
export function topLayer({
  environment,
  env = process.env,
}: HostConfigurationOptions): Readonly<Record<string, string>> {
  const named = environment ?? env["PICTOR_ENVIRONMENT"];
  const backend = env["PICTOR_BACKEND"];
  return { ...(named && { environment: named }), ...(backend && { backend }) };
}

/**
 * Merges the user's file, the project's file and the top layer, lowest first. Rejects with `CONFIG_NOT_FOUND`,
 * `CONFIG_NOT_READABLE`, `CONFIG_NOT_JSON` or `CONFIG_INVALID`.
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
