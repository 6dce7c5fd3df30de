// What a text encoder gets of a prompt, and the networks that it names.

import { twoPlaces } from "./decimal.js";
import { gap, type Piece, withoutGaps } from "./gaps.js";
import { escapedName, unescaped } from "./marks.js";
import type { Embedding, Network, Part } from "./syntax.js";

export interface Encoded {
  readonly text: string;
  /** In the order of the text. */
  readonly networks: readonly Network[];
}

/** `embedding:name` and `(embedding:name:1.20)` are the backend's own words for it. */
function embeddingText({ name, weight }: Embedding): string {
  const plain = `embedding:${escapedName(name)}`;
  return weight === undefined ? plain : `(${plain}:${twoPlaces(weight)})`;
}

function pieceOf(part: Part): Piece | typeof gap {
  switch (part.kind) {
    case "text":
      return { text: part.source, isSolid: false };
    case "embedding":
      return { text: embeddingText(part), isSolid: true };
    case "network":
      return gap;
    case "choice":
    case "wildcard":
      throw new TypeError(`a ${part.kind} is left in a prompt that was resolved`);
  }
}

/** Of parts without choices and wildcards. A network is taken out together with one separator next to it. */
export const encode = (parts: readonly Part[]): Encoded => ({
  text: withoutGaps(parts.map(pieceOf))
    .map(({ text }) => unescaped(text))
    .join(""),
  networks: parts.filter((part) => part.kind === "network"),
});
