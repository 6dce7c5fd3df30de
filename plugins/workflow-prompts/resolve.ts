// Makes the choices of a prompt and fills in its wildcards.

import { gap, type Piece } from "./gaps.js";
import type { Choose } from "./generator.js";
import { parsePrompt } from "./parse.js";
import { refused, type Refused } from "./problem.js";
import type { Part, Wildcard } from "./syntax.js";
import type { Wildcards } from "./wildcards.js";

/** What resolving takes from outside. */
export interface Sources {
  readonly choose: Choose;
  readonly wildcards: Wildcards;
  /** Why networks cannot be used, as an advice; absent where they can. */
  readonly networksUnusable?: string;
}
type Pieces = readonly (Piece | typeof gap)[];

/** Wildcards inside wildcards. */
const deepest = 32;
/** Characters that the wildcards of one prompt may give: lines that name others twice grow without end. */
const mostCharacters = 1_000_000;

/** Resolves parts; `inside` names the wildcards around them. */
export async function resolveParts(
  parts: readonly Part[],
  sources: Sources,
  inside: readonly string[] = [],
  spent = { characters: 0 },
): Promise<{ readonly pieces: Pieces } | Refused> {
  const pieces: (Piece | typeof gap)[] = [];
  for (const part of parts) {
    const resolved = await resolvePart(part, sources, inside, spent);
    if ("problem" in resolved) return resolved;
    for (const piece of resolved.pieces) pieces.push(piece);
  }
  return { pieces };
}

async function resolvePart(
  part: Part,
  sources: Sources,
  inside: readonly string[],
  spent: { characters: number },
): Promise<{ readonly pieces: Pieces } | Refused> {
  switch (part.kind) {
    case "text":
      return { pieces: [{ text: part.source, isSolid: false }] };
    case "network":
      if (sources.networksUnusable !== undefined) {
        const found = `the network "${part.name}"`;
        return refused("networks-unusable", part, found, "no network", sources.networksUnusable);
      }
      return { pieces: [{ text: part.source, isSolid: true }] };
    case "embedding":
      return { pieces: [{ text: part.source, isSolid: true }] };
    case "choice": {
      const chosen = part.options[sources.choose(part.options.map(({ weight }) => weight))];
      const resolved = await resolveParts(chosen?.parts ?? [], sources, inside, spent);
      return "pieces" in resolved && resolved.pieces.length === 0 ? { pieces: [gap] } : resolved;
    }
    case "wildcard":
      return resolveWildcard(part, sources, inside, spent);
  }
}

async function resolveWildcard(
  part: Wildcard,
  sources: Sources,
  inside: readonly string[],
  spent: { characters: number },
): Promise<{ readonly pieces: Pieces } | Refused> {
  const { name } = part;
  const found = `the wildcard "${name}"`;
  if (inside.includes(name)) {
    const circle = [...inside.slice(inside.indexOf(name)), name].join(" > ");
    const advice = `Take the name out of one of these files: ${circle}.`;
    return refused("wildcard-cycle", part, `${found} inside itself`, "lines that come to an end", advice);
  }
  if (inside.length >= deepest) {
    const advice = `They are ${inside.join(" > ")}.`;
    return refused("too-deep", part, found, `at most ${deepest} wildcards inside each other`, advice);
  }
  const file = await sources.wildcards(name);
  if ("kind" in file) return refused(file.kind, part, found, file.expected, file.advice);
  const line = file.lines[sources.choose(file.lines.map(() => 1))];
  if (line === undefined) return { pieces: [gap] };
  spent.characters += line.text.length;
  if (spent.characters > mostCharacters) {
    const expected = `wildcards that give at most ${mostCharacters} characters`;
    return refused("too-long", part, found, expected, "Use fewer of them, or shorter lines.");
  }
  const parsed = parsePrompt(line.text);
  const resolved =
    "problem" in parsed ? parsed : await resolveParts(parsed.parts, sources, [...inside, name], spent);
  if (!("problem" in resolved)) return resolved.pieces.length === 0 ? { pieces: [gap] } : resolved;
  // The place is in a file; what the prompt can show is the wildcard.
  const { problem } = resolved;
  const where = `in line ${line.number} of ${found}`;
  return refused(problem.kind, part, `${problem.found} ${where}`, problem.expected, problem.advice);
}
