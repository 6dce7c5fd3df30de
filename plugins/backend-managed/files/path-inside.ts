// The one place that decides where a name from outside lies inside a folder: nothing leads out of it, links followed.

import { realpath } from "node:fs/promises";
import { basename, isAbsolute, join, relative, sep } from "node:path";
import { makeFolder } from "@pictor/kernel/plugin";

export type NameCheck =
  | { readonly kind: "name"; readonly parts: readonly string[] }
  /** For people. */
  | { readonly kind: "refused"; readonly reason: string };

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A relative name with either kind of slash, as parts. What Windows would take for something else is refused everywhere. Pure. */
export function checkName(name: string): NameCheck {
  const refused = (reason: string): NameCheck => ({ kind: "refused", reason });
  if (name === "") return refused("it is empty");
  // eslint-disable-next-line no-control-regex -- these characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name)) return refused("it holds a control character");
  if (/^[\\/]/.test(name) || /^[a-z]:/i.test(name)) return refused("it is an absolute path");
  const parts = name.split(/[\\/]/);
  if (parts.includes("..")) return refused("it leads out of the folder");
  if (parts.some((part) => part === "" || part === ".")) return refused("a part of it is empty");
  if (parts.some((part) => /[<>:"|?*]/.test(part)))
    return refused("it holds a character that Windows refuses");
  if (parts.some((part) => reserved.test(part)))
    return refused("a part of it is the name of a device on Windows");
  if (parts.some((part) => /[. ]$/.test(part))) return refused("a part of it ends with a dot or a blank");
  if (parts.some((part) => Buffer.byteLength(part) > 255)) return refused("a part of it is too long");
  return { kind: "name", parts };
}

const isWithin = (root: string, path: string): boolean => {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

/** The real path of `parts` below `root`, both of which exist; undefined when links lead out, or when nothing is there. */
export async function resolveExisting(root: string, parts: readonly string[]): Promise<string | undefined> {
  try {
    const [realRoot, path] = await Promise.all([realpath(root), realpath(join(root, ...parts))]);
    return isWithin(realRoot, path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Where a file may be made: its folder is made, and its real path is inside. Undefined when links lead out. */
export async function prepareNew(root: string, parts: readonly string[]): Promise<string | undefined> {
  await makeFolder(root);
  const realRoot = await realpath(root);
  // Folder by folder: what is made below a link that leads out would be outside already.
  let folder = realRoot;
  for (const part of parts.slice(0, -1)) {
    const next = join(folder, part);
    await makeFolder(next);
    folder = await realpath(next);
    if (!isWithin(realRoot, folder)) return undefined;
  }
  return join(folder, basename(parts.at(-1) ?? ""));
}
