// Parses the arguments `ID[@range]` and `ID#commit`. Pure.

import { problemOfRange, requireIdentity } from "@pictor/extensions";
import { absolutePath, type ExtensionSpec } from "@pictor/kernel";
import { UsageError } from "../../base/usage-error.js";

/** Makes an id that is a relative path (`./`, `../` or `~/`) absolute, from `folder`; any other id is unchanged. */
const withAbsolutePath = (id: string, folder: string): string =>
  /^(~[\\/]|\.{1,2}([\\/]|$))/.test(id) ? absolutePath(id, folder) : id;

/** Splits at the last `@`, unless it belongs to `git@host:` or to a user name in an address. */
function splitRange(text: string): readonly [id: string, range: string | undefined] {
  const at = text.lastIndexOf("@");
  const range = text.slice(at + 1);
  return at <= 0 || /[/:\\]/.test(range) ? [text, undefined] : [text.slice(0, at), range];
}

/**
 * The range is an npm range: `1.2.0` is exactly that version; without a range any version fits. A commit follows `#`. Throws a
 * UsageError or EXTENSION_ID_REFUSED.
 */
export function parseExtension(word: string, folder: string): ExtensionSpec {
  const [, before = word, commit] = /^(.*)#([^#]*)$/s.exec(word) ?? [];
  if (commit !== undefined && !/^[0-9a-f]{7,40}$/i.test(commit)) {
    const hint = "Write 7 to 40 of its hexadecimal digits, such as #3f2a91c.";
    throw new UsageError("USAGE_ARGUMENT", `${word}: "${commit}" is not a commit.`, hint);
  }
  const [typed, range] = splitRange(before);
  const id = withAbsolutePath(typed, folder);
  requireIdentity(id);
  if (range === undefined)
    return { id, range: "*", ...(commit !== undefined && { commit: commit.toLowerCase() }) };
  if (commit !== undefined)
    throw new UsageError("USAGE_ARGUMENT", `${word} names a range and a commit.`, "Give only one of them.");
  const problem = range.trim() === "" ? "the text after @ is empty" : problemOfRange(range);
  if (problem !== undefined) {
    const hint = "Write it as npm does and quote it for the shell: 'owner/name@>=1.2 <2', owner/name@1.2.0.";
    throw new UsageError("USAGE_ARGUMENT", `${word}: "${range}" is not a range: ${problem}.`, hint);
  }
  return { id, range };
}
