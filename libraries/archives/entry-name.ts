// Checks the names of archive entries before they become files in the folder of an extension or a plugin. Pure.

import { hasControlCharacter, isDeviceName } from "./untrusted-names.js";

const maxLength = 1024;
const maxDepth = 32;

/** Why a name is refused, for the user; undefined for a safe name. Names of folders have no trailing slash here. */
export function entryProblem(name: string): string | undefined {
  if (name === "") return "it has no name";
  if (name.length > maxLength) return "its name is too long";
  if (hasControlCharacter(name)) return "its name contains a control character";
  if (name.includes("\\")) return "its name contains a backslash";
  if (name.startsWith("/") || /^[a-z]:/i.test(name)) return "its name is an absolute path";
  const parts = name.split("/");
  if (parts.length > maxDepth) return "it is nested too deeply";
  return parts.map(partProblem).find((problem) => problem !== undefined);
}

function partProblem(part: string): string | undefined {
  if (part === "" || part === ".") return "its name contains an empty part";
  if (/^\.\.[. ]*$/.test(part)) return "its name leads out of the folder";
  if (part.includes(":")) return "its name contains a colon";
  if (/[. ]$/.test(part)) return "a part of its name ends with a dot or a space";
  if (isDeviceName(part)) return "its name is that of a device on Windows";
  // `.git` in every spelling that a file system may treat as that name: letter case, short names, invisible characters.
  if (
    /^(\.git|git~\d+)$/i.test(
      part.normalize("NFKC").replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, ""),
    )
  )
    return "it would be a repository of git";
  return undefined;
}
