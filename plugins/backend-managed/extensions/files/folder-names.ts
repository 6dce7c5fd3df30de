// Names of folders below custom_nodes: which are allowed, and the name for a repository. Pure.

import { foldName, isDeviceName } from "@pictor/archives";
import { percentDecode } from "@pictor/kernel/plugin";

const maxLength = 100;

/** Why a name is refused as the folder of an extension, for the user; undefined for an accepted name. */
export function folderNameProblem(name: string): string | undefined {
  if (name === "" || name.length > maxLength) return `it has ${name.length} characters`;
  if (!/^[A-Za-z0-9_][A-Za-z0-9_. +-]*$/.test(name))
    return "it contains characters other than letters, digits, dots, dashes and underscores, or begins with a dot or a dash";
  if (/[. ]$/.test(name)) return "it ends with a dot or a space";
  if (isDeviceName(name)) return "it is the name of a device on Windows";
  if (/\.disabled$/i.test(name) || /^__pycache__$/i.test(name)) return "ComfyUI ignores such a name";
  return undefined;
}

/** The last part of an address without `.git`, as `git clone` names the folder. */
export function repositoryName(address: string): string {
  const path = address.replace(/[?#].*$/s, "").replace(/(?<![/\\])[/\\]+$/, "");
  const last = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"), path.lastIndexOf(":")) + 1);
  return percentDecode(last).replace(/\.git$/i, "");
}

/** Whether a file system that ignores letter case and the spelling of accents would treat two names as the same. */
export const isSameFolderName = (one: string, other: string): boolean => foldName(one) === foldName(other);
