// The files of the user, as a plugin with the permission `files` receives them.

import type { Files } from "@pictor/kernel";
import { createFile } from "./create-file.js";
import { createInputFiles } from "./input-file.js";
import { requireWritable } from "./require-writable.js";

/** Creates the files of one plugin, which has a cache of its own for the digests of inputs. */
export const createPluginFiles = (): Files => ({
  create: createFile,
  requireWritable: (folder) => requireWritable(folder),
  input: createInputFiles(),
});
