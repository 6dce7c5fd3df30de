// Formats a resolved prompt so that parsing it gives the same parts.

import { escapeNewSyntax } from "@pictor/prompt-syntax";
import { joinPieces, type PromptPieces } from "./join-pieces.js";

export function formatPrompt(pieces: PromptPieces): string {
  let prompt = "";
  for (const { text, isAtomic } of joinPieces(pieces))
    prompt += isAtomic ? text : escapeNewSyntax(text, prompt.slice(-1));
  return prompt;
}
