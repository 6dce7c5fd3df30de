// Where an input file is stored on the server. The name is derived from the contents, so that equal contents are stored once.

/** A file in the server's input folder. */
export interface InputLocation {
  /** Folder with `/` between its parts; empty for the input folder itself. */
  readonly subfolder: string;
  readonly filename: string;
}

/** Characters that file names cannot contain on Windows, and control characters. */
// eslint-disable-next-line no-control-regex -- control characters are what this expression removes from names
const unsafeCharacters = /[\u0000-\u001f\u007f<>:"|?*]/g;
const isAbsolute = (name: string): boolean => /^(?:[\\/]|[A-Za-z]:)/.test(name);

/** The folder part of a relative name; empty for an absolute one, whose folders mean nothing on the server. */
function subfolderOf(name: string): string {
  if (isAbsolute(name)) return "";
  const folders: string[] = [];
  for (const part of name.split(/[\\/]+/).slice(0, -1)) {
    if (part === "..") folders.pop();
    else if (!/^[. ]*$/.test(part))
      folders.push(part.replace(unsafeCharacters, "_").replace(/(?<![. ])[. ]+$/, ""));
  }
  return folders.join("/");
}

/**
 * The location for a file with these contents: `pictor-<16 digits>.png` in the folder of its name. The name is ASCII,
 * because servers store other names in several spellings. It keeps the extension, by which nodes choose their decoder.
 */
export function inputLocationOf(name: string, sha256: string): InputLocation {
  const extension = /[^\\/.]\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase();
  const suffix = extension === undefined ? "" : `.${extension}`;
  return { subfolder: subfolderOf(name), filename: `pictor-${sha256.slice(0, 16)}${suffix}` };
}

/** The name of the file as a node's input in a graph. */
export const nameInGraph = ({ subfolder, filename }: InputLocation): string =>
  subfolder === "" ? filename : `${subfolder}/${filename}`;
