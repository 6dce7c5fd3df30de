// Prompts without a kernel: choices that a test names, wildcards from a record.

import { createChoose, type Choose } from "./generator.js";
import { resolvePrompt, type ResolvedPrompt } from "./prompt.js";
import { linesOf, type Wildcards } from "./wildcards.js";

export type Files = Readonly<Record<string, string>>;

/** The texts of files by name. */
export const wildcardsOf =
  (files: Files): Wildcards =>
  (name) =>
    Promise.resolve(
      Object.hasOwn(files, name)
        ? { lines: linesOf(files[name] ?? "") }
        : { kind: "unknown-wildcard", expected: "a file", advice: "Look." },
    );

/** Takes these indices in turn, then the last one again and again; by default always the first option. */
export function choosing(...indices: readonly number[]): Choose {
  const left = [...indices];
  return () => (left.length > 1 ? left.shift() : left[0]) ?? 0;
}

/** Resolves a prompt that is right. */
export async function resolved(
  text: string,
  options: { readonly choose?: Choose; readonly files?: Files } = {},
): Promise<ResolvedPrompt> {
  const { choose = choosing(0), files = {} } = options;
  const found = await resolvePrompt(text, { choose, wildcards: wildcardsOf(files) });
  if ("problem" in found) throw new Error(`${text}: ${JSON.stringify(found.problem)}`);
  return found;
}

/** What a seed makes of a positive prompt. */
export const ofSeed = (text: string, seed: bigint, files: Files = {}): Promise<ResolvedPrompt> =>
  resolved(text, { choose: createChoose(seed, "positive"), files });
