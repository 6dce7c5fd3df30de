// The configuration after its layers were merged.

import type { Configuration } from "./configuration.gen.js";

/** What `loadConfiguration` gives: the merged layers and where they came from. */
export interface LoadedConfiguration {
  readonly values: Configuration;
  /** Files that took part, lowest layer first. */
  readonly files: readonly string[];
  /**
   * The folder of the project's file, or where it would be; absolute. The relative paths of references (`$file`) and of
   * flags start here, and so does the default folder of images. Those that stand in a file start beside that file.
   */
  readonly directory: string;
  /** The uppermost file of each profile that stands in one. */
  readonly profileFiles: Readonly<Record<string, string>>;
  /** The same of each backend instance; relative paths of its settings start beside that file. */
  readonly backendFiles: Readonly<Record<string, string>>;
  /** Where something new is written: the project's file where there is one, else the user's, else a project's file to make. */
  readonly writesTo: string;
}

/** Where `loadConfiguration` looks. */
export interface ConfigurationSources {
  /** The project file: must exist when given; default `pictor.json` in `directory`, when it exists. */
  readonly file?: string;
  /** Default: the current directory. */
  readonly directory?: string;
  /** The user's own file below the project's, when it exists. */
  readonly userFile?: string;
  /** Uppermost layer, from flags and environment. */
  readonly flags?: Readonly<Record<string, unknown>>;
}
