// Filters and sorts saved outputs.

import type { HistoryEntry } from "./journal.js";

export interface HistoryFilter {
  /**
   * Each word must occur in the prompt, the negative prompt, the model or the workflow, or be the seed, as `42` or
   * `seed:42`; case is ignored. Default: none.
   */
  readonly words?: readonly string[];
  readonly workflow?: string | undefined;
  /** A part of the setting `model`; case is ignored. */
  readonly model?: string | undefined;
  /** Who has asked for the image, such as the name of a token; the whole name. */
  readonly owner?: string | undefined;
  /** ISO 8601: the earliest and the latest time. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The searchable values of an entry. Texts other than the workflow and the owner are as `compared` returns them. */
export interface SearchKey {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly timeMs: number;
  readonly workflow: string;
  readonly model: string;
  /** Empty if the entry names nobody. */
  readonly owner: string;
  readonly prompt: string;
  readonly negative: string;
  /** Empty if the entry has none. */
  readonly seed: string;
}

/** A text as it is compared: in lower case, and with its accents composed, which macOS stores apart from their letters. */
const compared = (text: string): string => text.normalize("NFC").toLocaleLowerCase();

const modelOf = ({ params }: HistoryEntry): string => {
  const model = (params as { readonly model?: unknown } | null | undefined)?.model;
  return typeof model === "string" ? model : "";
};

/**
 * The searchable values of an entry. `shared` returns an equal string that is already in memory, because many entries
 * have the same texts.
 */
export const searchKeyOf = (
  id: string,
  entry: HistoryEntry,
  shared: (text: string) => string = (text) => text,
): SearchKey => ({
  id,
  timeMs: Date.parse(entry.time),
  workflow: shared(entry.workflow),
  model: shared(compared(modelOf(entry))),
  owner: shared(typeof entry["owner"] === "string" ? entry["owner"] : ""),
  prompt: shared(compared(entry.prompt)),
  negative: shared(compared(entry.negative)),
  seed: typeof entry["seed"] === "string" ? entry["seed"] : "",
});

/** Whether every entry matches the filter. */
export const isEmptyFilter = ({ words = [], workflow, model, owner, from, to }: HistoryFilter): boolean =>
  words.length === 0 && [workflow, model, owner, from, to].every((each) => each === undefined);

/** Whether an entry matches the filter. */
export function matcherOf(filter: HistoryFilter): (key: SearchKey) => boolean {
  const words = (filter.words ?? []).map(compared);
  const model = compared(filter.model ?? "");
  const earliest = filter.from === undefined ? -Infinity : Date.parse(filter.from);
  const latest = filter.to === undefined ? Infinity : Date.parse(filter.to);
  return (key) =>
    (filter.workflow === undefined || filter.workflow === key.workflow) &&
    (filter.owner === undefined || filter.owner === key.owner) &&
    key.timeMs >= earliest &&
    key.timeMs <= latest &&
    (model === "" || key.model.includes(model)) &&
    words.every(
      (word) =>
        (key.seed !== "" && (word === key.seed || word === `seed:${key.seed}`)) ||
        [key.prompt, key.negative, key.model, compared(key.workflow)].some((text) => text.includes(word)),
    );
}

/**
 * Sorts by time, because several processes append to the journal; of entries with equal times, the later line comes
 * first.
 */
export const newestFirst = <Key extends SearchKey>(keys: Iterable<Key>): readonly Key[] =>
  [...keys].sort((one, other) => one.timeMs - other.timeMs).reverse();
