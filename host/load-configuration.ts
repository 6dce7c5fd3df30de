// Loads the configuration of a host: user file, project file, environment variables, options.

import {
  isWithin,
  loadConfiguration,
  requireShape,
  anything,
  exactly,
  type LoadedConfiguration,
  type ProjectLayer,
} from "@pictor/kernel";
import { existsSync } from "node:fs";
import { configurationFiles } from "./configuration-files.js";
import { npmPluginFolders } from "./trust/npm-plugins.js";
import { reviewProject, type TrustOptions } from "./trust/review-project.js";
import { trustSavedLock } from "./trust/lock-powers.js";
import { trustSavedEntry } from "./trust/trusted-folder.js";
import { certificatesOf } from "./trusted-certificates.js";
import { userPluginFolder } from "./user-plugins/user-folder.js";

/** Sources of the configuration. Every member has a default. */
export interface HostConfigurationOptions extends Pick<TrustOptions, "trust" | "interaction"> {
  /** The project file, which must exist. Default: `PICTOR_CONFIG`, else `pictor.json` in `directory` if it exists. */
  readonly file?: string;
  /** Folder of the default `pictor.json`. Default: the working directory. */
  readonly directory?: string;
  /**
   * Name of the environment whose variables are filled in. Default: `PICTOR_ENVIRONMENT`, else the environment that the
   * files name.
   */
  readonly environment?: string;
  /** The environment variables. Default: `process.env`. An empty variable counts as absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const someOptions = exactly<HostConfigurationOptions>({
  file: anything,
  directory: anything,
  environment: anything,
  env: anything,
  trust: anything,
  interaction: anything,
});

/** The uppermost layer: options, or else environment variables. */
export function topLayer({
  environment,
  env = process.env,
}: HostConfigurationOptions): Readonly<Record<string, string>> {
  const named = environment ?? env["PICTOR_ENVIRONMENT"];
  const backend = env["PICTOR_BACKEND"];
  return { ...(named && { environment: named }), ...(backend && { backend }) };
}

/** Where the members of the uppermost layer come from, for errors. */
const topLayerNames = (options: HostConfigurationOptions): Readonly<Record<string, string>> => {
  const names = {
    environment: options.environment === undefined ? "PICTOR_ENVIRONMENT" : "the option environment",
    backend: "PICTOR_BACKEND",
  };
  const layer = topLayer(options);
  return Object.fromEntries(Object.entries(names).filter(([name]) => Object.hasOwn(layer, name)));
};

/**
 * Merges user file, project file and options, lowest first. A project file that has power is used only if the user trusts
 * its folder. Rejects with `CONFIG_NOT_FOUND`, `CONFIG_NOT_READABLE`, `CONFIG_NOT_JSON`, `CONFIG_INVALID`,
 * `TRUST_REQUIRED`, `TRUST_FILE_BROKEN` or `PLUGIN_FOLDER_UNSAFE`, and with `SETTINGS_INVALID` for an unknown option.
 */
export async function loadPictorConfiguration(
  options: HostConfigurationOptions = {},
): Promise<LoadedConfiguration> {
  requireShape("the options of loadPictorConfiguration", options, someOptions);
  const { env = process.env } = options;
  const { own, file } = configurationFiles({ config: options.file }, env);
  let reviewed: ProjectLayer | undefined;
  const loaded = await loadConfiguration({
    userFile: own,
    flags: topLayer(options),
    flagNames: topLayerNames(options),
    reviewProject: (project) => {
      reviewed = project;
      return reviewProject(project, options);
    },
    ...(file !== undefined && { file }),
    ...(options.directory !== undefined && { directory: options.directory }),
  });
  const userPlugins = userPluginFolder(env);
  // A project that was not reviewed is the folder of the user file: its packages have not been agreed to.
  const packages = reviewed === undefined ? [] : npmPluginFolders(loaded.directory);
  return {
    ...loaded,
    pluginSources: [
      ...(existsSync(userPlugins) ? [{ kind: "collection", path: userPlugins } as const] : []),
      ...packages.map((path) => ({ kind: "directory", path }) as const),
    ],
    certificates: certificatesOf(env),
    entrySaved: (...entry) => trustSavedEntry(entry, own, env),
    // Reviews the project again, because its files may have changed since the first review, or a plugin may have been
    // added.
    beforeImport: async (folder) => {
      const directories = [...(reviewed?.layer.pluginDirectories ?? []), ...packages];
      if (reviewed !== undefined && directories.some((path) => isWithin(path, folder)))
        await reviewProject(reviewed, { env, ...(options.trust === true && { trust: true }) });
    },
    fileSaved: trustSavedLock(loaded.directory, env),
  };
}
