// Collects the texts of EXIF data.

import { withoutExifPrefix } from "@pictor/images/formats";
import type { TextCollector } from "../base/text-collector.js";
import * as tags from "./exif-tags.js";
import { decodeAscii, decodeUserComment, decodeUtf16 } from "./exif-text.js";
import { readTiff } from "./tiff.js";
import type { Entry } from "./tiff.js";

/** Splits a text such as `prompt:{"3":...}`, which servers store in tags that have another meaning. */
export function splitKeyword(text: string): { readonly keyword: string; readonly text: string } | undefined {
  const [whole, keyword] = /^([A-Za-z][A-Za-z0-9_]*):(?=\s*[[{"])/.exec(text) ?? [];
  return whole === undefined || keyword === undefined
    ? undefined
    : { keyword, text: text.slice(whole.length) };
}

/** The text of an entry of the first directory. */
export function entryText({ tag, type, value }: Entry): string | undefined {
  if (value === undefined) return undefined;
  if (type === tags.valueType.ascii || type === tags.valueType.utf8) return decodeAscii(value);
  return Object.hasOwn(tags.utf16TextNames, tag) && type === tags.valueType.byte
    ? decodeUtf16(value, true)
    : undefined;
}

/** Adds all texts to the collector, and a note if the data is damaged. */
export function collectExifTexts(bytes: Uint8Array, collector: TextCollector): void {
  const tiff = readTiff(withoutExifPrefix(bytes));
  if (tiff === undefined) {
    collector.note("Its EXIF data is damaged and was left out.");
    return;
  }
  for (const entry of tiff.first.entries) {
    const name = tags.textNames[entry.tag] ?? tags.utf16TextNames[entry.tag];
    // Memory is reserved for each entry, because many small entries may point to the same long text.
    if (!collector.reserve(entry.value?.length ?? 0)) return;
    const text = entryText(entry);
    if (text === undefined || text === "") continue;
    const split = splitKeyword(text);
    if (split !== undefined) collector.add(split.keyword, split.text);
    else if (name !== undefined) collector.add(name, text);
  }
  const comment = tiff.exif?.entries.find(({ tag }) => tag === tags.userComment)?.value;
  if (comment === undefined || !collector.reserve(comment.length)) return;
  const text = decodeUserComment(comment);
  if (text !== "") collector.add("UserComment", text);
}
