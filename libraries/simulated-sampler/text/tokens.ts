// Splits a prompt into words with weights: `(word:1.3)`, `(word)` = 1.1 per pair of brackets, `\(` for a bracket
// itself, as ComfyUI reads prompts.

export interface WeightedWord {
  readonly word: string;
  readonly weight: number;
}

const BRACKET_WEIGHT = 1.1;

/** Words in lower case, in order; punctuation separates, hyphens and apostrophes inside words vanish. */
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
      const given = Number.parseFloat(token.slice(1));
      close(token === ")" || Number.isNaN(given) ? BRACKET_WEIGHT : given);
    } else plain += token.startsWith("\\") ? " " : token;
  }
  flush();
  return words;
}
