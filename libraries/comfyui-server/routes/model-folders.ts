// Lists the folders of model files. Neither the folders nor the files exist: the models have names only.
import path from "node:path";
import type { ServerContext } from "../engine/server-context.js";

/** Absolute paths by folder key. */
export const modelFolders = ({ folders, modelFiles }: ServerContext): Record<string, string[]> =>
  Object.fromEntries(Object.keys(modelFiles).map((key) => [key, [path.join(folders.root, "models", key)]]));
