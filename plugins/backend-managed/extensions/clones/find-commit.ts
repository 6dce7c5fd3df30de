// Finds a commit by its hash in a clone that has the full history.

import { commitOf, extensionFault } from "@pictor/extensions";
import { checkedSource, type GitSource } from "../../git/remote-refs.js";
import { resolveCommit } from "../../git/repository.js";
import { gitResult } from "../../git/run-git.js";
import { toolOptions, type Change } from "../change/change.js";

const missing = ({ id }: Change, commit: string) => extensionFault("EXTENSION_NO_COMMIT", { id, commit });

/** The hash in lower case. Throws `EXTENSION_NO_COMMIT` for a string that is not 7 to 40 hexadecimal digits. */
export function requireHash(change: Change, text: string): string {
  const hash = commitOf(text);
  if (hash === undefined) throw missing(change, text);
  return hash;
}

/**
 * Settles with the full hash of the commit. One that no branch or tag contains is requested by its full hash, which some
 * servers allow. Rejects with `EXTENSION_NO_COMMIT`.
 */
export async function findCommit(
  change: Change,
  hash: string,
  source: GitSource,
  folder: string,
): Promise<string> {
  const { instance } = change;
  const at = { ...toolOptions(change), folder };
  const found = await resolveCommit(instance, hash, at);
  if (found !== undefined) return found;
  if (hash.length === 40) {
    const { address, reach } = checkedSource(source);
    await gitResult(instance, ["fetch", "--no-tags", "--", address, hash], { ...at, reach });
  }
  const fetched = await resolveCommit(instance, hash, at);
  if (fetched === undefined) throw missing(change, hash);
  return fetched;
}
