// Resolves prompts for the tests without a kernel: with fixed choices, and with wildcards from a record.

import { createChooseIndex, type ChooseIndex } from "../choose-index.js";
import { resolvePrompt, type ResolvedPrompt } from "../resolve-prompt.js";
import { parseWildcardLines, type ReadWildcard } from "../wildcards.js";

/** The texts of wildcard files, by name. */
export type WildcardTexts = Readonly<Record<string, string>>;

export const readWildcardFrom =
  (files: WildcardTexts): ReadWildcard =>
  (name) =>
    Promise.resolve(
      Object.hasOwn(files, name)
        ? { lines: parseWildcardLines(files[name] ?? "") }
        : { kind: "unknown-wildcard", expected: "a file", advice: "Look." },
    );

/** Chooses `indices` in turn, and then always the last of them. Without indices, always chooses the first option. */
export function fixedChoices(...indices: readonly number[]): ChooseIndex {
  const remaining = [...indices];
  return () => (remaining.length > 1 ? remaining.shift() : remaining[0]) ?? 0;
}

/** The limits of the tests. */
export const limits = { promptCharacters: 20_000, promptTags: 500 };

/** Resolves a prompt that is valid. */
export async function resolved(
  text: string,
  options: { readonly chooseIndex?: ChooseIndex; readonly files?: WildcardTexts } = {},
): Promise<ResolvedPrompt> {
  const { chooseIndex = fixedChoices(0), files = {} } = options;
  const result = await resolvePrompt(text, { chooseIndex, readWildcard: readWildcardFrom(files), limits });
  if ("problem" in result) throw new Error(`${text}: ${JSON.stringify(result.problem)}`);
  return result;
}

/** Resolves a positive prompt with the choices of a seed. */
export const resolvedWithSeed = (
  text: string,
  seed: bigint,
  files: WildcardTexts = {},
): Promise<ResolvedPrompt> => resolved(text, { chooseIndex: createChooseIndex(seed, "positive"), files });
