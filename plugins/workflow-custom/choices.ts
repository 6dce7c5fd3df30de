// The choices `{a|b}` in a text, made as the graph editor makes them before it submits, by a seed. Pure.

/** Comments, which the editor takes out first. */
const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const escaped = /\\([{}|])/g;

/** Numbers from 0 to 1, the same ones for the same seed. */
function randomFrom(seed: bigint): () => number {
  let state = Number(BigInt.asUintN(32, seed ^ (seed >> 32n)));
  return () => {
    // Mulberry32: 32 bits of state, good enough to choose words.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Everything up to the brace or bar that ends it; one inside of braces of its own does not. */
function partsOf(text: string, start: number): { readonly parts: readonly string[]; readonly end: number } {
  const parts: string[] = [];
  let part = "";
  let depth = 0;
  let at = start;
  for (; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === "\\") part += letter + text.charAt(++at);
    else if (letter === "}" && depth === 0) break;
    else if (letter === "|" && depth === 0) {
      parts.push(part);
      part = "";
    } else {
      depth += letter === "{" ? 1 : letter === "}" ? -1 : 0;
      part += letter;
    }
  }
  return { parts: [...parts, part], end: at + 1 };
}

function chosen(text: string, random: () => number): string {
  let made = "";
  for (let at = 0; at < text.length;) {
    const letter = text.charAt(at);
    if (letter === "\\") {
      made += text.slice(at, at + 2);
      at += 2;
    } else if (letter === "{") {
      const { parts, end } = partsOf(text, at + 1);
      made += chosen(parts[Math.floor(random() * parts.length)] ?? "", random);
      at = end;
    } else {
      made += letter;
      at++;
    }
  }
  return made;
}

/** Choices may hold choices; `\{`, `\|` and `\}` are the signs themselves. */
export const makeChoices = (text: string, seed: bigint): string =>
  chosen(text.replace(comments, ""), randomFrom(seed)).replace(escaped, "$1");
