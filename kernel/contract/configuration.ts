// The merged configuration, and the sources that it is loaded from.

import type { Configuration } from "./configuration.gen.js";
import type { PluginSource } from "./plugins.js";
import type { SavedFile } from "./values.js";

/**
 * The content of one configuration file in the form in which it is merged: paths are absolute, references unresolved.
 */
export interface ConfigurationLayer {
  readonly file: string;
  readonly layer: Configuration;
}

/** The sections of a configuration file whose entries are written one by one. */
export type SavedSection = "profiles" | "backends" | "environments" | "cookieJars";

/** The variables of one environment, as a configuration file contains them: each a text or a reference. */
export type EnvironmentVariables = NonNullable<Configuration["environments"]>[string];

/** The certificates that the user trusts, each for one https origin. */
export interface TrustedCertificates {
  /** Their SHA-256 fingerprints by origin, as pairs of upper-case digits with colons. */
  trusted(): Promise<Readonly<Record<string, string>>>;
  /**
   * Trusts one certificate for an origin, and no other; undefined: none. Applies to connections that are opened
   * from now on.
   */
  trust(origin: string, fingerprint: string | undefined): Promise<void>;
}

/** The result of `loadConfiguration`: the merged layers and their origin. */
export interface LoadedConfiguration {
  readonly values: Configuration;
  /** The loaded files, lowest layer first. */
  readonly files: readonly string[];
  /** The merged content of each file: of the project file, only the part that `reviewProject` accepted. */
  readonly layers: readonly ConfigurationLayer[];
  /**
   * The folder of the project file, or the folder in which it would be; absolute. It is the base of relative paths in
   * flags and in `$file` references, and of the default output folder. Relative paths in a file start at the folder of
   * that file.
   */
  readonly directory: string;
  /** For each profile that a file defines, the uppermost of these files. */
  readonly profileFiles: Readonly<Record<string, string>>;
  /**
   * For each backend instance that a file defines, the uppermost of these files. Relative paths in its settings start
   * at the folder of that file.
   */
  readonly backendFiles: Readonly<Record<string, string>>;
  /**
   * The file that new entries are written to: the project file if it exists, else the user file, else a new project
   * file.
   */
  readonly writesTo: string;
  /** The configuration file of the user, whether it exists or not; absent if the host named none. */
  readonly userFile?: string;
  /** Where the members of `ConfigurationSources.flags` come from, for errors, such as `PICTOR_BACKEND`. Default: unknown. */
  readonly flagNames?: Readonly<Record<string, string>>;
  /** Plugins that the host found besides `pluginDirectories`, such as those in a folder of the user. Default: none. */
  readonly pluginSources?: readonly PluginSource[];
  /** Called after an entry of a file was written, so that a host can record that the user made the change. */
  entrySaved?(file: string, section: SavedSection, name: string): Promise<void>;
  /** The certificates that the user trusts, whoever has signed them. Default: none, and none can be trusted. */
  readonly certificates?: TrustedCertificates;
  /** Called before the code of a plugin in a folder is imported. Rejects if the host no longer accepts that code. */
  beforeImport?(folder: string): Promise<void>;
  /** Called after any other file of the project folder was written for the user. */
  fileSaved?(file: SavedFile): Promise<void>;
}

/** The project file's layer before it is merged; empty for a folder without a project file. */
export interface ProjectLayer extends ConfigurationLayer {
  /** The layers below the project file: the defaults and the user file. */
  readonly lower: Configuration;
}

/** The sources of `loadConfiguration`. */
export interface ConfigurationSources {
  /** The project file, which must then exist. Default: `pictor.json` in `directory`, if it exists. */
  readonly file?: string;
  /** The folder of `pictor.json`. Default: the working directory. */
  readonly directory?: string;
  /** The file of the user, a layer below the project file; read if it exists. */
  readonly userFile?: string;
  /** The uppermost layer, from flags and environment variables. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** As `LoadedConfiguration.flagNames`. */
  readonly flagNames?: Readonly<Record<string, string>>;
  /**
   * Decides which part of the project's layer is merged: resolves to that part, or rejects. Default: all of it, which
   * is safe only for a host that trusts its project files.
   */
  reviewProject?(project: ProjectLayer): Promise<Configuration>;
}
