// Where model files would lie if they existed as files, by folder key.
import path from "node:path";
import type { DataFolders } from "../files/data-folder.js";
import { modelFiles } from "../model/files.js";

/** Absolute paths; none of the folders exists, the models have names only. */
export const modelFolders = (folders: DataFolders): Record<string, string[]> =>
  Object.fromEntries(Object.keys(modelFiles).map((key) => [key, [path.join(folders.root, "models", key)]]));
