// The folders of a server, by its launch arguments. Pure.

import { join, resolve } from "node:path";
import { findOption, type KnownFlags } from "./parse-options.js";

/** The folders of a server, as absolute paths. */
export interface Directories {
  /** The folder that the others are in, unless an argument names another place. */
  readonly base: string;
  readonly input: string;
  readonly output: string;
  readonly temp: string;
  readonly models: string;
  readonly customNodes: string;
}

/** Follows folder_paths.py and main.py. Relative paths start in ComfyUI's folder, which is its working folder. */
export function directoriesOf(comfy: string, argv: readonly string[], known?: KnownFlags): Directories {
  const given = (flag: string): string | undefined => {
    const value = findOption(argv, flag, known)?.value;
    return value === undefined || value === "" ? undefined : resolve(comfy, value);
  };
  const base = given("--base-directory") ?? comfy;
  const temp = given("--temp-directory");
  return {
    base,
    input: given("--input-directory") ?? join(base, "input"),
    output: given("--output-directory") ?? join(base, "output"),
    temp: join(temp ?? base, "temp"),
    models: given("--models-directory") ?? join(base, "models"),
    customNodes: join(base, "custom_nodes"),
  };
}
