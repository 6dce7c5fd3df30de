// The facet `localOutput`: reads outputs from the server's folders.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fault, type BackendFacets, type CallOptions, type OutputFile } from "@pictor/kernel/plugin";
import type { Directories } from "../arguments/server-directories.js";
import { checkName, resolveExisting } from "./path-inside.js";

type LocalOutput = NonNullable<BackendFacets["localOutput"]>;

export interface OutputSource {
  directories(): Directories;
  /** Requests the file from the server; settles with undefined when no server is running. */
  fetch(file: OutputFile, options: CallOptions): Promise<AsyncIterable<Uint8Array> | undefined>;
}

const partsOf = ({ subfolder, filename }: OutputFile): readonly string[] | undefined => {
  const checked = checkName(subfolder === "" ? filename : `${subfolder}/${filename}`);
  return checked.kind === "name" ? checked.parts : undefined;
};

/** The path of an output, for the user; undefined for a name that leaves its folder. Pure. */
export function pathOf(file: OutputFile, directories: Directories): string | undefined {
  const parts = partsOf(file);
  return parts === undefined ? undefined : join(directories[file.area], ...parts);
}

/** The real path of an existing file inside its folder. */
async function findFile(file: OutputFile, directories: Directories): Promise<string | undefined> {
  const parts = partsOf(file);
  const path = parts === undefined ? undefined : await resolveExisting(directories[file.area], parts);
  const isFile = path !== undefined && (await stat(path).catch(() => undefined))?.isFile() === true;
  return isFile ? path : undefined;
}

/** A file that is not found inside its folder is requested from the server. Rejects with `BACKEND_FILE_GONE`. */
export const createLocalOutput = ({ directories, fetch }: OutputSource): LocalOutput => ({
  async *open(file, options = {}) {
    options.signal?.throwIfAborted();
    const path = await findFile(file, directories());
    if (path !== undefined) {
      yield* createReadStream(path, { signal: options.signal });
      return;
    }
    const fetched = await fetch(file, options);
    if (fetched === undefined)
      throw fault("BACKEND_FILE_GONE", { filename: file.filename, status: "no such file" });
    yield* fetched;
  },
});
