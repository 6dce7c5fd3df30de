// The user's plugin folder: each folder in it is a plugin of the user, beside a lock file that says where it came from.

import { join } from "node:path";
import { dataFolder, thisMachine } from "@pictor/kernel/manifests";

type Environment = Readonly<Record<string, string | undefined>>;

/** Absolute path of the folder, which may be missing. */
export const userPluginFolder = (env: Environment): string => join(dataFolder(thisMachine(env)), "plugins");
