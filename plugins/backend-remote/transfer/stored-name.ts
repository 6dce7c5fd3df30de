// The name that an input file gets on the server: made of its contents, so that the same ones are stored once.

/** A place in the server's input folder. */
export interface Place {
  /** With `/` between folders; empty for the input folder itself. */
  readonly subfolder: string;
  readonly filename: string;
}

/** Not allowed in names somewhere (Windows), or nowhere. */
// eslint-disable-next-line no-control-regex -- they are what must not get into a name
const unsafe = /[\u0000-\u001f\u007f<>:"|?*]/g;
const isAbsolute = (name: string): boolean => /^(?:[\\/]|[A-Za-z]:)/.test(name);

/** The folder part of a name; that of an absolute one says something of this computer, and nothing of the server. */
function subfolderOf(name: string): string {
  if (isAbsolute(name)) return "";
  const folders: string[] = [];
  for (const part of name.split(/[\\/]+/).slice(0, -1)) {
    if (part === "..") folders.pop();
    else if (!/^[. ]*$/.test(part)) folders.push(part.replace(unsafe, "_").replace(/[. ]+$/, ""));
  }
  return folders.join("/");
}

/**
 * The place for a file with such contents: `pictor-<16 digits>.png` in the folder that its name gives. Plain ASCII, as
 * servers store other names in several spellings. The extension stays, because nodes choose their reader by it.
 */
export function storedName(name: string, sha256: string): Place {
  const extension = /[^\\/.]\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase();
  const end = extension === undefined ? "" : `.${extension}`;
  return { subfolder: subfolderOf(name), filename: `pictor-${sha256.slice(0, 16)}${end}` };
}

/** As nodes name it. */
export const graphName = ({ subfolder, filename }: Place): string =>
  subfolder === "" ? filename : `${subfolder}/${filename}`;
