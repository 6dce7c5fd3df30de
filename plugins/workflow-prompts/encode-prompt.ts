// Encodes a resolved prompt for the text encoder, and collects its LoRA tags.

import { escapeName, formatWithTwoDecimals, unescapeSource } from "@pictor/prompt-syntax";
import { joinPieces, removedPiece, type PromptPiece } from "./join-pieces.js";
import type { EmbeddingTag, LoraTag, PromptPart } from "./prompt-syntax.js";

export interface EncodedPrompt {
  /** The text for the text encoder, without LoRA tags. */
  readonly text: string;
  /** The LoRA tags in the order of the text. */
  readonly loras: readonly LoraTag[];
}

/** Formats an embedding in the backend's own syntax: `embedding:name`, or `(embedding:name:1.20)` with a weight. */
function formatEmbedding({ name, weight }: EmbeddingTag): string {
  const plain = `embedding:${escapeName(name)}`;
  return weight === undefined ? plain : `(${plain}:${formatWithTwoDecimals(weight)})`;
}

function pieceOf(part: PromptPart): PromptPiece | typeof removedPiece {
  switch (part.kind) {
    case "text":
      return { text: part.source, isAtomic: false };
    case "embedding":
      return { text: formatEmbedding(part), isAtomic: true };
    case "lora":
      return removedPiece;
    case "choice":
    case "wildcard":
      throw new TypeError(`a resolved prompt must not contain a ${part.kind}`);
  }
}

/** Encodes parts without choices and wildcards. A LoRA tag is removed together with one separator next to it. */
export const encodePrompt = (parts: readonly PromptPart[]): EncodedPrompt => ({
  text: joinPieces(parts.map(pieceOf))
    .map(({ text }) => unescapeSource(text))
    .join(""),
  loras: parts.filter((part) => part.kind === "lora"),
});
