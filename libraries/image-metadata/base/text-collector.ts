// Collects the texts of an image while it is read, within the memory limits.

import { Inflater } from "@pictor/inflate";
import { compressedTexts, maxTextBytes } from "./limits.js";

/** Memory per text in addition to its bytes. It limits files with millions of tiny texts. */
const overheadBytes = 1_024;
const maxNotes = 20;
/** Bytes of JSON that a control character has more than in the text. */
const escapeBytes = 5;

/** The number of control characters of a text, of which a large text of a program has few. */
function controlCharacters(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) < 0x20) count++;
  return count;
}

export class TextCollector {
  readonly #texts = new Map<string, string>();
  readonly #notes = new Set<string>();
  #remaining = maxTextBytes;
  /** Decompresses the texts, within the limits of an image. */
  readonly inflater = new Inflater(compressedTexts);

  get texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  get notes(): readonly string[] {
    return [...this.#notes];
  }

  /** Reserves memory before `bytes` of text are read. After the first false, nothing more can be reserved. */
  reserve(bytes: number): boolean {
    const isEnough = this.#remaining >= bytes + overheadBytes;
    // After a refusal nothing remains, because detecting that a text is too long may cost as much as reading it.
    this.#remaining = isEnough ? this.#remaining - bytes - overheadBytes : 0;
    if (!isEnough)
      this.note(`It has more than ${maxTextBytes} bytes of text; the texts beyond that were left out.`);
    return isEnough;
  }

  /**
   * Adds a text, unless there is one with the same keyword, or its control characters, each of which becomes six characters
   * of JSON, take more memory than is left.
   */
  add(keyword: string, text: string): void {
    if (!this.#texts.has(keyword)) {
      if (this.reserve(controlCharacters(text) * escapeBytes)) this.#texts.set(keyword, text);
    } else if (this.#texts.get(keyword) !== text)
      this.note(`It has several texts with the keyword "${keyword}"; the first was used.`);
  }

  /** Adds a sentence for the user. */
  note(sentence: string): void {
    if (this.#notes.size < maxNotes) this.#notes.add(sentence);
  }
}
