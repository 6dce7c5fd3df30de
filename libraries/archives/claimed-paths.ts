// The paths of an archive: each entry is checked, and no two entries may become one file.

import { cutText } from "@pictor/kernel/plugin";
import { ArchiveProblem } from "./archive-limits.js";
import { entryProblem } from "./entry-name.js";
import { foldName } from "./untrusted-names.js";

export class ClaimedPaths {
  /** The paths that earlier entries occupy, by their case-folded form. */
  readonly #claimed = new Map<string, { readonly path: string; readonly isFolder: boolean }>();

  /** Checks the name of an entry, and claims its path. Throws `ArchiveProblem`; `problem` is another reason to refuse it. */
  claim(name: string, isFolder: boolean, problem?: string): void {
    const found = entryProblem(name) ?? problem ?? this.#occupy(name, isFolder);
    if (found !== undefined) throw new ArchiveProblem(`${JSON.stringify(cutText(name, 200))}: ${found}`);
  }

  /** Claims a path and its parent folders. Returns the problem if another spelling is claimed, or a parent is a file. */
  #occupy(path: string, isFolder: boolean): string | undefined {
    const parts = path.split("/");
    for (let depth = 1; depth <= parts.length; depth++) {
      const part = parts.slice(0, depth).join("/");
      const isPartFolder = depth < parts.length || isFolder;
      const other = this.#claimed.get(foldName(part));
      if (other === undefined) this.#claimed.set(foldName(part), { path: part, isFolder: isPartFolder });
      else if (other.path !== part || !other.isFolder || !isPartFolder)
        return `it has the same name as ${JSON.stringify(other.path)}`;
    }
    return undefined;
  }
}
