// Splits a prompt into weighted words with the syntax of ComfyUI: `(word:1.3)`, `(word)` for a weight of 1.1 per pair of
// parentheses, `\(` for a literal parenthesis.

export interface WeightedWord {
  readonly word: string;
  readonly weight: number;
}

const PARENTHESIS_WEIGHT = 1.1;

/** The words in order, in lower case. Punctuation separates words; hyphens and apostrophes within words are removed. */
export function weightedWords(prompt: string): WeightedWord[] {
  const words: WeightedWord[] = [];
  const open: number[] = [];
  let plain = "";
  const flush = (): void => {
    for (const word of plain.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []) {
      words.push({ word: word.replace(/['’-]/g, ""), weight: 1 });
    }
    plain = "";
  };
  const close = (factor: number): void => {
    flush();
    const from = open.pop();
    if (from === undefined) return;
    for (let i = from; i < words.length; i += 1) {
      const known = words[i] as WeightedWord;
      words[i] = { word: known.word, weight: known.weight * factor };
    }
  };
  for (const [token] of prompt.matchAll(/\\[()\\]|:\s*[+-]?[\d.]+\s*\)|[()]|[^\\():]+|[\\:]/g)) {
    if (token === "(") {
      flush();
      open.push(words.length);
    } else if (token.endsWith(")") && !token.startsWith("\\")) {
      const weight = Number.parseFloat(token.slice(1));
      close(token === ")" || Number.isNaN(weight) ? PARENTHESIS_WEIGHT : weight);
    } else plain += token.startsWith("\\") ? " " : token;
  }
  flush();
  return words;
}
