// The facet `localFiles`: puts a file into a folder that the server reads.

import { dirname, extname, join } from "node:path";
import { systemCode, type BackendFacets, type PictorError } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import type { Directories } from "../launch/server-directories.js";
import { checkName, prepareNew } from "./path-inside.js";
import { stageFile } from "./stage-file.js";

type LocalFiles = NonNullable<BackendFacets["localFiles"]>;

export interface PutSource {
  /** The instance's name. */
  readonly name: string;
  /** Those of the server that runs, else those of the settings. */
  directories(): Directories | Promise<Directories>;
}

/** `input`, or `models/` and a folder of models. */
function folderOf(area: string, { input, models }: Directories): string | undefined {
  if (area === "input") return input;
  const folder = /^models\/(.+)$/.exec(area)?.[1];
  const checked = folder === undefined ? undefined : checkName(folder);
  return checked?.kind === "name" ? join(models, ...checked.parts) : undefined;
}

/** `cat.png` with other contents: `cat-1a2b3c4d.png`. */
function withHashSuffix(parts: readonly string[], hash: string): readonly string[] {
  const last = parts.at(-1) ?? "";
  const extension = extname(last);
  return [
    ...parts.slice(0, -1),
    `${last.slice(0, last.length - extension.length)}-${hash.slice(0, 8)}${extension}`,
  ];
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  EACCES: "you have no right to write there",
  EPERM: "you have no right to write there",
  EROFS: "it is on a read-only file system",
  ENOTDIR: "a part of that path is a file",
  EISDIR: "there is a folder of that name",
  ENAMETOOLONG: "its name is too long",
};
function toFileFault(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  return managedFault("MANAGED_FILE_FAILED", { path, reason: reasons[code] ?? code }, { cause: error });
}

/**
 * Of two inputs with one name and different contents the second gets another name, which is told: graphs are written with
 * the name that is settled with. A file for models keeps its name, as others rely on it, or is refused
 * (`MANAGED_FILE_TAKEN`).
 */
export const createLocalFiles = ({ name: instanceName, directories }: PutSource): LocalFiles => ({
  async put(area, name, body, { signal } = {}) {
    signal?.throwIfAborted();
    const refuse = (reason: string): PictorError =>
      managedFault("MANAGED_FILE_REFUSED", { file: name, area, name: instanceName, reason });
    const root = folderOf(area, await directories());
    if (root === undefined) throw refuse("there is no such folder; there are input and models/<folder>");
    const checked = checkName(name);
    if (checked.kind === "refused") throw refuse(checked.reason);
    let path = join(root, ...checked.parts);
    const place = async (parts: readonly string[]): Promise<string> => {
      const found = await prepareNew(root, parts);
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
