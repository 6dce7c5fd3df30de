// Resolves dynamic prompts: choices such as `{a|b}` in a text, which the graph editor resolves before it submits a graph.

/**
 * The text without comments, which the editor removes before it resolves choices. A block without an end is text, and
 * the end is looked for once.
 */
function withoutComments(text: string): string {
  const start = /\/\*|\/\/.*/g;
  let kept = "";
  let at = 0;
  let hasBlockEnds = true;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    if (found[0] === "/*") {
      const end: number = hasBlockEnds ? text.indexOf("*/", start.lastIndex) : -1;
      hasBlockEnds = end >= 0;
      if (!hasBlockEnds) continue;
      start.lastIndex = end + 2;
    }
    kept += text.slice(at, found.index);
    at = start.lastIndex;
  }
  return kept + text.slice(at);
}

const escapedCharacter = /\\([{}|])/g;

/** Creates a generator of numbers from 0 to 1: Mulberry32, with the same numbers for the same seed. */
function createRandom(seed: bigint): () => number {
  let state = Number(BigInt.asUintN(32, seed ^ (seed >> 32n)));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The options of the choice whose first option starts at the offset, and the offset after the choice. */
function parseOptions(
  text: string,
  start: number,
): { readonly options: readonly string[]; readonly end: number } {
  const options: string[] = [];
  let option = "";
  let depth = 0;
  let at = start;
  for (; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "\\") option += character + text.charAt(++at);
    else if (character === "}" && depth === 0) break;
    else if (character === "|" && depth === 0) {
      options.push(option);
      option = "";
    } else {
      depth += character === "{" ? 1 : character === "}" ? -1 : 0;
      option += character;
    }
  }
  return { options: [...options, option], end: at + 1 };
}

/** The most choices inside each other that are made. Each of them reads its text again. */
const maxDepth = 64;

function makeChoices(text: string, random: () => number, depth = 0): string {
  if (depth > maxDepth) return text;
  let resolved = "";
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at);
    if (character === "\\") {
      resolved += text.slice(at, at + 2);
      at += 2;
    } else if (character === "{") {
      const { options, end } = parseOptions(text, at + 1);
      resolved += makeChoices(options[Math.floor(random() * options.length)] ?? "", random, depth + 1);
      at = end;
    } else {
      resolved += character;
      at++;
    }
  }
  return resolved;
}

/** Whether the text has a choice, so that its result depends on the seed. */
export const hasChoices = (text: string): boolean => /^(?:[^\\{]|\\.)*\{/s.test(withoutComments(text));

/** Options may contain choices. `\{`, `\|` and `\}` are literal characters. */
export const resolveDynamicPrompt = (text: string, seed: bigint): string =>
  makeChoices(withoutComments(text), createRandom(seed)).replace(escapedCharacter, "$1");
