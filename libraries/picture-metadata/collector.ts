// Gathers what a picture says, within bounds, while it is read.

import { maxTextBytes } from "./limits.js";

/** What a text costs beside its bytes: pictures with millions of tiny ones exist only to do harm. */
const bytesForEach = 128;
const maxNotes = 20;

export interface Collector {
  /** Asks for room before `bytes` of text are read. False when there is none: then nothing more is read. */
  reserve(bytes: number): boolean;
  /** Bytes that can still be reserved. */
  left(): number;
  /** Of two texts with one keyword the first counts. */
  add(keyword: string, text: string): void;
  /** A sentence for a person. */
  note(sentence: string): void;
  texts(): ReadonlyMap<string, string>;
  notes(): readonly string[];
}

export function createCollector(): Collector {
  const texts = new Map<string, string>();
  const notes = new Set<string>();
  let left = maxTextBytes;
  const note = (sentence: string): void => {
    if (notes.size < maxNotes) notes.add(sentence);
  };
  return {
    reserve(bytes) {
      const isEnough = left >= bytes + bytesForEach;
      // Once it is too much it stays so: what is refused may have cost as much as what is read.
      left = isEnough ? left - bytes - bytesForEach : 0;
      if (!isEnough) note(`It has more than ${maxTextBytes} bytes of text; what lies beyond was left out.`);
      return isEnough;
    },
    left: () => left,
    add(keyword, text) {
      if (!texts.has(keyword)) texts.set(keyword, text);
      else if (texts.get(keyword) !== text)
        note(`It has more than one text "${keyword}"; the first is given.`);
    },
    note,
    texts: () => texts,
    notes: () => [...notes],
  };
}
