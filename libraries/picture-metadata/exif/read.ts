// Texts out of EXIF data.

import type { Collector } from "../collector.js";
import * as tags from "./tags.js";
import { asciiText, commentText, utf16Text } from "./text.js";
import { readTiff } from "./tiff.js";
import type { Entry } from "./tiff.js";

const prefix = Buffer.from("Exif\0\0", "latin1");

/** The TIFF structure alone: some write in front of it, in every format, what only JPEG has there. */
export const withoutPrefix = (bytes: Uint8Array): Uint8Array =>
  Buffer.compare(bytes.subarray(0, prefix.length), prefix) === 0 ? bytes.subarray(prefix.length) : bytes;

/** Servers put texts of their own into tags for other things, behind a word: `prompt:{"3":...}`. */
export function splitText(text: string): { readonly keyword: string; readonly text: string } | undefined {
  const [whole, keyword] = /^([A-Za-z][A-Za-z0-9_]*):(?=\s*[[{"])/.exec(text) ?? [];
  return whole === undefined || keyword === undefined
    ? undefined
    : { keyword, text: text.slice(whole.length) };
}

/** A text of the first directory. */
export function entryText({ tag, type, value }: Entry): string | undefined {
  if (value === undefined) return undefined;
  if (type === tags.type.ascii || type === tags.type.utf8) return asciiText(value);
  return Object.hasOwn(tags.wideTextNames, tag) && type === tags.type.byte
    ? utf16Text(value, true)
    : undefined;
}

/** Everything of EXIF data that is text. */
export function readExif(bytes: Uint8Array, collector: Collector): void {
  const tiff = readTiff(withoutPrefix(bytes));
  if (tiff === undefined) {
    collector.note("Its EXIF data is damaged and was left out.");
    return;
  }
  for (const entry of tiff.first.entries) {
    const name = tags.textNames[entry.tag] ?? tags.wideTextNames[entry.tag];
    // An entry costs nothing in the file, however much it points to.
    if (!collector.reserve(entry.value?.length ?? 0)) return;
    const text = entryText(entry);
    if (text === undefined || text === "") continue;
    const split = splitText(text);
    if (split !== undefined) collector.add(split.keyword, split.text);
    else if (name !== undefined) collector.add(name, text);
  }
  const comment = tiff.exif?.entries.find(({ tag }) => tag === tags.userComment)?.value;
  if (comment === undefined || !collector.reserve(comment.length)) return;
  const text = commentText(comment);
  if (text !== "") collector.add("UserComment", text);
}
