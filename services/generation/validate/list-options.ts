// Lists the options of a choice for an error: all options of a short list; of a long list, those that resemble the
// value most. Pure.

const shown = 12;
/** The most characters of a text that are compared: the value may be a whole file. */
const longest = 500;

/** The pairs of neighbouring letters and digits of a text. */
function pairsOf(text: string): ReadonlySet<string> {
  const plain = text
    .slice(0, longest)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return new Set(Array.from({ length: Math.max(0, plain.length - 1) }, (_, at) => plain.slice(at, at + 2)));
}

/** The share of pairs that two texts have in common, from 0 to 1 (Dice coefficient). */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((pair) => other.has(pair)).length;
  return common === 0 ? 0 : (2 * common) / (one.size + other.size);
}

/** At most 12 options, the most similar first, and the number of all if there are more. */
export function listOptions(options: readonly unknown[], value: unknown): string {
  if (options.length <= shown) return options.join(", ");
  const wanted = pairsOf(String(value));
  const ranked = options
    .map((option) => ({ option, rank: likeness(wanted, pairsOf(String(option))) }))
    // Options that resemble the value equally keep their order.
    .sort((a, b) => b.rank - a.rank);
  return `${ranked
    .slice(0, shown)
    .map(({ option }) => String(option))
    .join(", ")}, ... (${options.length})`;
}
