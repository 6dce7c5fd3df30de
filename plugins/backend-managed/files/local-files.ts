// The facet `localFiles`: writes files to folders that the server reads.

import { dirname, extname, join } from "node:path";
import { systemCode, type BackendFacets, type PictorError } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import { writeFailureReason } from "../folder-faults.js";
import type { Directories } from "../arguments/server-directories.js";
import { checkName, prepareNewFile } from "./path-inside.js";
import { stageFile } from "./stage-file.js";

type LocalFiles = NonNullable<BackendFacets["localFiles"]>;

export interface PutSource {
  /** The instance's name. */
  readonly name: string;
  /** The folders of the running server, else those that the settings determine. */
  directories(): Directories;
}

/** The folder of `input` or `models/<folder>`; undefined for other areas. */
function folderOf(area: string, { input, models }: Directories): string | undefined {
  if (area === "input") return input;
  const folder = /^models\/(.+)$/.exec(area)?.[1];
  const checked = folder === undefined ? undefined : checkName(folder);
  return checked?.kind === "name" ? join(models, ...checked.parts) : undefined;
}

/** `cat.png` becomes `cat-1a2b3c4d.png`. */
function withHashSuffix(parts: readonly string[], hash: string): readonly string[] {
  const last = parts.at(-1) ?? "";
  const extension = extname(last);
  return [
    ...parts.slice(0, -1),
    `${last.slice(0, last.length - extension.length)}-${hash.slice(0, 8)}${extension}`,
  ];
}

function toFileFault(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  return managedFault(
    "MANAGED_FILE_FAILED",
    { path, reason: writeFailureReason(code) ?? code },
    { cause: error },
  );
}

/**
 * `put` settles with the name for the graph. An input whose name is taken by other contents gets a new name. A model keeps
 * its name, because workflows refer to it, or is refused (`MANAGED_FILE_TAKEN`).
 */
export const createLocalFilesFacet = ({ name: instanceName, directories }: PutSource): LocalFiles => ({
  async put(area, name, body, { signal } = {}) {
    signal?.throwIfAborted();
    const refuse = (reason: string): PictorError =>
      managedFault("MANAGED_FILE_REFUSED", { file: name, area, name: instanceName, reason });
    const root = folderOf(area, directories());
    if (root === undefined) throw refuse("the area must be input or models/<folder>");
    const checked = checkName(name);
    if (checked.kind === "refused") throw refuse(checked.reason);
    let path = join(root, ...checked.parts);
    const place = async (parts: readonly string[]): Promise<string> => {
      const found = await prepareNewFile(root, parts);
      if (found === undefined) throw refuse("a link in that folder leads out of it");
      return (path = found);
    };
    try {
      const staged = await stageFile(dirname(await place(checked.parts)), body, signal);
      try {
        const names =
          area === "input" ? [checked.parts, withHashSuffix(checked.parts, staged.hash)] : [checked.parts];
        for (const parts of names) {
          if ((await staged.publish(await place(parts))) !== "taken") return parts.join("/");
        }
        throw managedFault("MANAGED_FILE_TAKEN", { path });
      } finally {
        await staged.discard();
      }
    } catch (error) {
      throw toFileFault(error, path);
    }
  },
});
