// The home folder of the user, also where the system does not know the user.

// eslint-disable-next-line no-restricted-imports -- The errors of `homedir` are handled here.
import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";

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
