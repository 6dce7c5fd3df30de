// The model configuration (.yaml) of an old checkpoint, as an input file for the backend's folder `models/configs`.

import { basename } from "node:path";
import { crc32 } from "node:zlib";
import type { InputFile } from "@pictor/kernel/plugin";

/**
 * The file under the name by which a graph refers to it: `<stem>_<first 4 hex digits of the stem's CRC-32>.yaml` in
 * `models/configs`. `path` is the user's path of the file.
 */
export function modelConfigFile(path: string, file: InputFile): InputFile {
  const stem = basename(path).replace(/\.ya?ml$/i, "");
  const checksum = crc32(stem).toString(16).padStart(8, "0").slice(0, 4);
  return { ...file, name: `${stem}_${checksum}.yaml`, area: "models/configs" };
}
