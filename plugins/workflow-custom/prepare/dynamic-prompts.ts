// Resolves dynamic prompts: choices such as `{a|b}` in a text, which the graph editor resolves before it submits a graph.

/** Comments, which the editor removes before it resolves choices. */
const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;
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

function makeChoices(text: string, random: () => number): string {
  let resolved = "";
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at);
    if (character === "\\") {
      resolved += text.slice(at, at + 2);
      at += 2;
    } else if (character === "{") {
      const { options, end } = parseOptions(text, at + 1);
      resolved += makeChoices(options[Math.floor(random() * options.length)] ?? "", random);
      at = end;
    } else {
      resolved += character;
      at++;
    }
  }
  return resolved;
}

/** Whether the text has a choice, so that its result depends on the seed. */
export const hasChoices = (text: string): boolean => /^(?:[^\\{]|\\.)*\{/s.test(text.replace(comments, ""));

/** Options may contain choices. `\{`, `\|` and `\}` are literal characters. */
export const resolveDynamicPrompt = (text: string, seed: bigint): string =>
  makeChoices(text.replace(comments, ""), createRandom(seed)).replace(escapedCharacter, "$1");
