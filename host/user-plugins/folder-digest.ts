// A digest of all files of a plugin: it changes with the name, the executable bit or the content of any file.

import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

async function filesIn(folder: string, prefix = ""): Promise<readonly string[]> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await filesIn(folder, path)));
    else found.push(path);
  }
  return found;
}

export const sha512 = (content: Uint8Array | string): string =>
  `sha512-${createHash("sha512").update(content).digest("base64")}`;

/** `sha512-` and the digest in base64, as in `integrity` of npm. Folders without files do not count. */
export async function folderDigest(folder: string): Promise<string> {
  const lines: string[] = [];
  for (const path of [...(await filesIn(folder))].sort()) {
    const file = join(folder, path);
    const isExecutable = ((await stat(file)).mode & 0o111) !== 0;
    lines.push(JSON.stringify([path, isExecutable, sha512(await readFile(file))]));
  }
  return sha512(lines.join("\n"));
}
