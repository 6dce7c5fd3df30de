// Files of clients become inputs of the backend. The backend chooses the name: other contents get another one, so that no client
// replaces a file of another.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { StoredUpload, Upload } from "@pictor/comfyui-protocol";
import { mediaTypeOf } from "@pictor/kernel/plugin";
import type { CallOptions } from "@pictor/kernel/plugin";
import type { Facade } from "../state/facade-state.js";
import { isOutside } from "../wire/file-location.js";

/**
 * A real server replies to a mask without an original as if it had stored it; its client would then name a file that
 * does not exist.
 */
export async function storeFile(
  { backend }: Facade,
  { type, subfolder, filename, path }: Upload,
  options: CallOptions,
): Promise<StoredUpload | 400 | 404> {
  const isName = filename !== "" && !/\.\.|[\\\0]/.test(filename);
  if (type !== "input" || !isName || isOutside(subfolder)) return 400;
  if (path === undefined) return 404;
  const { size } = await stat(path);
  const name = await backend.upload(
    {
      name: subfolder === "" ? filename : `${subfolder}/${filename}`,
      mime: mediaTypeOf(filename),
      length: size,
      open: () => createReadStream(path),
    },
    options,
  );
  const at = name.lastIndexOf("/");
  return { name: name.slice(at + 1), subfolder: at < 0 ? "" : name.slice(0, at), type: "input" };
}
