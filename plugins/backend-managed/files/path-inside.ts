// Resolves names from outside to paths inside a folder; neither `..` nor links can leave it. The only place that does so.

import { realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { ensureFolder, isWithin } from "@pictor/kernel/plugin";
import { hasControlCharacter, isDeviceName } from "@pictor/archives";

export type NameCheck =
  | { readonly kind: "name"; readonly parts: readonly string[] }
  /** `reason` is for the user. */
  | { readonly kind: "refused"; readonly reason: string };

/** Splits a relative name at either kind of slash. Names with a special meaning on Windows are refused on every system. Pure. */
export function checkName(name: string): NameCheck {
  const refused = (reason: string): NameCheck => ({ kind: "refused", reason });
  if (name === "") return refused("it is empty");
  if (hasControlCharacter(name)) return refused("it contains a control character");
  if (/^[\\/]/.test(name) || /^[a-z]:/i.test(name)) return refused("it is an absolute path");
  const parts = name.split(/[\\/]/);
  if (parts.includes("..")) return refused("it leaves the folder");
  if (parts.some((part) => part === "" || part === ".")) return refused("a part of it is empty");
  if (parts.some((part) => /[<>:"|?*]/.test(part)))
    return refused("it contains a character that Windows does not allow");
  if (parts.some(isDeviceName)) return refused("a part of it is a device name of Windows");
  if (parts.some((part) => /[. ]$/.test(part))) return refused("a part of it ends with a dot or a space");
  if (parts.some((part) => Buffer.byteLength(part) > 255)) return refused("a part of it is too long");
  return { kind: "name", parts };
}

/** The real path of an existing `parts` below `root`; undefined when it does not exist or a link leads out of `root`. */
export async function resolveExisting(root: string, parts: readonly string[]): Promise<string | undefined> {
  try {
    const [realRoot, path] = await Promise.all([realpath(root), realpath(join(root, ...parts))]);
    return isWithin(realRoot, path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The path for a new file; creates its folder. Undefined when a link leads out of `root`. */
export async function prepareNewFile(root: string, parts: readonly string[]): Promise<string | undefined> {
  await ensureFolder(root);
  const realRoot = await realpath(root);
  // Creates one folder at a time, because a recursive mkdir would create folders behind a link before the check.
  let folder = realRoot;
  for (const part of parts.slice(0, -1)) {
    const next = join(folder, part);
    await ensureFolder(next);
    folder = await realpath(next);
    if (!isWithin(realRoot, folder)) return undefined;
  }
  return join(folder, basename(parts.at(-1) ?? ""));
}
