// Names of folders below custom_nodes: what may be one, and which one a repository gets. Pure.

/** Names that Windows gives to devices, with any ending. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;
const maxLength = 100;

/** Why a text cannot be the name of a folder of an extension; undefined when it can. */
export function folderNameProblem(name: string): string | undefined {
  if (name === "" || name.length > maxLength) return `it has ${name.length} characters`;
  if (!/^[A-Za-z0-9_][A-Za-z0-9_. +-]*$/.test(name))
    return "it holds other signs than letters, digits, dot, dash and underscore, or begins with a dot or a dash";
  if (/[. ]$/.test(name)) return "it ends with a dot or a blank";
  if (devices.test(name)) return "it is the name of a device on Windows";
  if (/\.disabled$/i.test(name) || /^__pycache__$/i.test(name)) return "ComfyUI passes over such a name";
  return undefined;
}

/** The last part of an address, without `.git`: what git itself would name a clone. */
export function folderNameOf(address: string): string {
  const path = address.replace(/[?#].*$/s, "").replace(/[/\\]+$/, "");
  const last = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"), path.lastIndexOf(":")) + 1);
  return decoded(last).replace(/\.git$/i, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether two names are one on a file system that does not tell capitals, or accents in two spellings. */
export const isSameFolderName = (one: string, other: string): boolean => foldName(one) === foldName(other);
export const foldName = (name: string): string => name.normalize("NFC").toLowerCase();
