// The configuration (.yaml) that an old checkpoint needs beside it, as a file for the backend's folder of them.

import { basename } from "node:path";
import { crc32 } from "node:zlib";
import type { InputFile } from "@pictor/kernel/plugin";

/**
 * The same file under the name by which a graph refers to it: `<stem>_<first 4 hex digits of the stem's CRC-32>.yaml`
 * in `models/configs`. `path` is where the person has it.
 */
export function configFile(path: string, file: InputFile): InputFile {
  const stem = basename(path).replace(/\.ya?ml$/i, "");
  const mark = crc32(stem).toString(16).padStart(8, "0").slice(0, 4);
  return { ...file, name: `${stem}_${mark}.yaml`, area: "models/configs" };
}
