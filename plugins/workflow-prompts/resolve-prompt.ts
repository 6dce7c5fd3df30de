// Resolves a prompt: makes its choices, fills in its wildcards, and encodes the result for the text encoder.

import { escapeNewSyntax } from "@pictor/prompt-syntax";
import { encodePrompt } from "./encode-prompt.js";
import { joinPieces, type PromptPieces } from "./join-pieces.js";
import { parsePrompt } from "./parse-prompt.js";
import type { PromptFailure } from "./prompt-problem.js";
import type { LoraTag } from "./prompt-syntax.js";
import { resolveParts, type ResolveOptions } from "./resolve-parts.js";

export interface ResolvedPrompt {
  /** The text for the text encoder. */
  readonly encoded: string;
  /** The prompt that a user would write to get the same result: without choices, wildcards and comments. */
  readonly written: string;
  /** The LoRA tags in the order of the text. */
  readonly loras: readonly LoraTag[];
  /** Offsets in the given text of each `{` that counts as text because no `}` closes it. */
  readonly openBraces: readonly number[];
}

/** Formats a resolved prompt so that parsing it gives the same parts. */
function formatPrompt(pieces: PromptPieces): string {
  let prompt = "";
  for (const { text, isAtomic } of joinPieces(pieces))
    prompt += isAtomic ? text : escapeNewSyntax(text, prompt.slice(-1));
  return prompt;
}

/** The encoded text is made from the written text, so that the two cannot differ. */
export async function resolvePrompt(
  text: string,
  options: ResolveOptions,
): Promise<ResolvedPrompt | PromptFailure> {
  const parsed = parsePrompt(text);
  if ("problem" in parsed) return parsed;
  const resolved = await resolveParts(parsed.parts, options);
  if ("problem" in resolved) return resolved;
  const written = formatPrompt(resolved.pieces);
  const reparsed = parsePrompt(written);
  if ("problem" in reparsed) {
    const { kind, start } = reparsed.problem;
    throw new TypeError(`the resolved prompt cannot be parsed: ${kind} at offset ${start}`);
  }
  const { text: encoded, loras } = encodePrompt(reparsed.parts);
  return { encoded, written, loras, openBraces: parsed.openBraces };
}
