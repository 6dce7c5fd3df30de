// Where the wildcard files are.

import { join, resolve } from "node:path";

/** `~/` is the home folder; a relative path starts at the working directory. */
export const folderOf = (configured: string, home: string, workingDirectory: string): string =>
  /^~[/\\]/.test(configured) ? join(home, configured.slice(2)) : resolve(workingDirectory, configured);
