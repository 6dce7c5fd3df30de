// The commit of an extension that is named by its hash, in a clone that has the full history.

import { commitOf, extensionFault } from "@pictor/extensions";
import { checkedSource, type GitSource } from "../../git/remote-refs.js";
import { findCommit } from "../../git/repository.js";
import { toolOptions, type Change } from "../change/change.js";

const missing = ({ id }: Change, commit: string) => extensionFault("EXTENSION_NO_COMMIT", { id, commit });

/** The hash in lower case. Throws `EXTENSION_NO_COMMIT` for a string that is not 7 to 40 hexadecimal digits. */
export function requireHash(change: Change, text: string): string {
  const hash = commitOf(text);
  if (hash === undefined) throw missing(change, text);
  return hash;
}

/** Settles with the full hash of the commit. Rejects with `EXTENSION_NO_COMMIT`. */
export async function requireCommit(
  change: Change,
  hash: string,
  source: GitSource,
  folder: string,
): Promise<string> {
  const { address, reach } = checkedSource(source);
  const at = { ...toolOptions(change), folder, reach };
  const found = await findCommit(change.instance, hash, address, at);
  if (found === undefined) throw missing(change, hash);
  return found;
}
