// What keys do in a list of what can be chosen: they move through it, or search it by the beginning of a text. Pure.

export interface Typed {
  readonly text: string;
  /** When the last character was typed: `timeStamp` of its event. */
  readonly atMs: number;
}

/** Characters that follow each other within this time are one text. */
const pauseMs = 700;
const pageSize = 10;

/**
 * The index that an arrow key leads to in a list whose last option is followed by the first; undefined for another key,
 * or without options. -1 is the field, from which both arrow keys lead into the list.
 */
export function nextInCircle(key: string, at: number, count: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined || count === 0) return undefined;
  return (Math.max(at, step === 1 ? -1 : 0) + step + count) % count;
}

/**
 * The index of the option that a key leads to in a list with two ends; undefined if it leads nowhere. `active` is
 * undefined while the list is closed.
 */
export function nextActive(
  key: string,
  active: number | undefined,
  start: number,
  count: number,
): number | undefined {
  if (count === 0) return undefined;
  const isArrow = key === "ArrowDown" || key === "ArrowUp";
  if (active === undefined && isArrow) return start;
  const wanted = {
    Home: 0,
    End: count - 1,
    ...(active !== undefined && {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + pageSize,
      PageUp: active - pageSize,
    }),
  }[key];
  return wanted === undefined ? undefined : Math.max(0, Math.min(count - 1, wanted));
}

/**
 * The option whose text begins with what was typed, after a character; `index` is undefined if no text does. Undefined
 * if the key is not a character. The same character again leads to the next option that begins with it.
 */
export function typeAhead(
  { key, altKey, timeStamp }: Pick<KeyboardEvent, "key" | "altKey" | "timeStamp">,
  before: Typed,
  texts: readonly string[],
  active: number,
): { readonly typed: Typed; readonly index: number | undefined } | undefined {
  const goesOn = timeStamp - before.atMs < pauseMs && before.text !== "";
  // A space presses the button, unless it is in the middle of a text.
  if (altKey || key.length !== 1 || (key === " " && !goesOn)) return undefined;
  const letter = key.toLowerCase();
  const text = (goesOn ? before.text : "") + letter;
  const isRepeated = text.replaceAll(letter, "") === "";
  const wanted = isRepeated ? letter : text;
  // The option that is reached stays while its text is typed on.
  const first = isRepeated ? active + 1 : Math.max(active, 0);
  const turned = texts.map((_, at) => (first + at) % texts.length);
  const index = turned.find((at) => texts[at]?.toLowerCase().startsWith(wanted) === true);
  return { typed: { text, atMs: timeStamp }, index };
}
