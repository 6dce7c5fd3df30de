// Collects the texts of an image while it is read, within the memory limits.

import { maxTextBytes } from "./limits.js";

/** Memory per text in addition to its bytes. It limits files with millions of tiny texts. */
const overheadBytes = 128;
const maxNotes = 20;

export interface TextCollector {
  /** Reserves memory before `bytes` of text are read. After the first false, nothing more can be reserved. */
  reserve(bytes: number): boolean;
  /** Number of bytes that can still be reserved. */
  remainingBytes(): number;
  /** Adds a text, unless there is one with the same keyword. */
  add(keyword: string, text: string): void;
  /** Adds a sentence for the user. */
  note(sentence: string): void;
  texts(): ReadonlyMap<string, string>;
  notes(): readonly string[];
}

export function createTextCollector(): TextCollector {
  const texts = new Map<string, string>();
  const notes = new Set<string>();
  let remaining = maxTextBytes;
  const note = (sentence: string): void => {
    if (notes.size < maxNotes) notes.add(sentence);
  };
  return {
    reserve(bytes) {
      const isEnough = remaining >= bytes + overheadBytes;
      // After a refusal nothing remains, because detecting that a text is too long may cost as much as reading it.
      remaining = isEnough ? remaining - bytes - overheadBytes : 0;
      if (!isEnough)
        note(`It has more than ${maxTextBytes} bytes of text; the texts beyond that were left out.`);
      return isEnough;
    },
    remainingBytes: () => remaining,
    add(keyword, text) {
      if (!texts.has(keyword)) texts.set(keyword, text);
      else if (texts.get(keyword) !== text)
        note(`It has several texts with the keyword "${keyword}"; the first was used.`);
    },
    note,
    texts: () => texts,
    notes: () => [...notes],
  };
}
