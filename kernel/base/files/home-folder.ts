// The home folder of the user, also where the system does not know the user, and paths in which `~` stands for it.

import { homedir, userInfo } from "node:os";
import { isAbsolute, resolve } from "node:path";

function absolute(read: () => string): string | undefined {
  try {
    const folder = read();
    return isAbsolute(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The absolute path of the home folder. Node throws if `HOME` is missing and the user has no passwd entry, as in a container
 * that runs under an arbitrary number; the home is the root folder then, as container engines set it. An empty or relative
 * `HOME` does not count: with it, files in the working folder would pass for those of the user.
 */
export const homeFolder = (
  home: () => string = homedir,
  user: () => { readonly homedir: string } = userInfo,
): string => absolute(home) ?? absolute(() => user().homedir) ?? "/";

/** A path in which `~`, alone or as the first folder, has become the home folder. */
export const expandHome = (path: string, home: string = homeFolder()): string =>
  /^~(?=[/\\]|$)/.test(path) ? home + path.slice(1) : path;

/** The absolute path of one that a person has written: `~/` is the home folder, and a relative path starts at `folder`. */
export const absolutePath = (path: string, folder: string): string => resolve(folder, expandHome(path));
