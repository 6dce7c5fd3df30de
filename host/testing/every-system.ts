// What tests need to hold on every system: a user whose files lie in one folder, and paths as POSIX writes them.

import { join, sep } from "node:path";
import { dataFolder, thisMachine } from "@pictor/kernel";
import { userFile } from "../configuration-files.js";

/** The variables by which each system finds the user's home, configuration, data and cache. */
export const userVariables = (folder: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(["HOME", "USERPROFILE"].map((name) => [name, folder])),
  ...Object.fromEntries(["XDG_CONFIG_HOME", "APPDATA"].map((name) => [name, join(folder, "config")])),
  ...Object.fromEntries(["XDG_DATA_HOME", "LOCALAPPDATA"].map((name) => [name, join(folder, "data")])),
  XDG_CACHE_HOME: join(folder, "cache"),
});

/** A text with paths of this system as POSIX writes them: slashes, and no drive. */
export const posixPath = (text: string): string =>
  sep === "/" ? text : text.replace(/(?<!\w)[A-Za-z]:(?=[\\/])/g, "").replaceAll("\\", "/");

/** The path of a file in the user's data folder. */
export const userDataFile = (folder: string, name: string): string =>
  join(dataFolder(thisMachine(userVariables(folder))), name);

/** The path of the user's configuration. */
export const userConfigurationFile = (folder: string): string => userFile(thisMachine(userVariables(folder)));
