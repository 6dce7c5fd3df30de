// Our two texts in EXIF data, beside whatever a server or a camera wrote there.

import { parseParameters } from "../parameters/text.js";
import { recordKeyword } from "../record.js";
import { entryText, splitText, withoutPrefix } from "./read.js";
import * as tags from "./tags.js";
import { commentText, writeComment } from "./text.js";
import { emptyTiff, withEntries } from "./write.js";
import type { NewEntry } from "./write.js";
import { readTiff } from "./tiff.js";
import type { Entry, Tiff } from "./tiff.js";

/** What to write; either may be absent. */
export interface ExifTexts {
  readonly parameters?: string;
  /** JSON in ASCII alone. */
  readonly record?: string;
}

/** Where the record may stand: tags of the first directory that hold texts. The first that nobody uses is taken. */
const recordTags = [tags.imageDescription, tags.documentName, tags.software];
/** More entries than this in one directory belong to no picture. */
const maxEntries = 4096;

export interface Merged {
  /** The old bytes themselves where nothing was to be changed. Undefined where they cannot be read. */
  readonly bytes: Uint8Array | undefined;
  /** What could not be written, and why: ends of sentences. */
  readonly problems: readonly string[];
}

/** Whether a comment may be replaced: it says nothing, or says what we say now. */
function isReplaceable(value: Uint8Array): boolean {
  const text = commentText(value).replaceAll("\0", "").trim();
  return text === "" || ["Steps", "Seed"].some((name) => Object.hasOwn(parseParameters(text).fields, name));
}

function commentEntry(text: string | undefined, { exif }: Tiff, problems: string[]): readonly NewEntry[] {
  if (text === undefined) return [];
  const entries = exif?.entries ?? [];
  const old = entries.find(({ tag }) => tag === tags.userComment);
  if (old?.value !== undefined && !isReplaceable(old.value)) {
    problems.push("its UserComment is another program's and was kept in place of the parameters");
    return [];
  }
  const comment = { tag: tags.userComment, type: tags.type.undefined, value: writeComment(text) };
  if (entries.some(({ tag }) => tag === tags.exifVersion)) return [comment];
  const version = Buffer.from("0232", "latin1");
  return [{ tag: tags.exifVersion, type: tags.type.undefined, value: version }, comment];
}

const isOurs = (entry: Entry): boolean => splitText(entryText(entry) ?? "")?.keyword === recordKeyword;

function recordEntry(text: string | undefined, { first }: Tiff, problems: string[]): readonly NewEntry[] {
  if (text === undefined) return [];
  const isFree = (wanted: number): boolean =>
    first.entries.every((entry) => entry.tag !== wanted || isOurs(entry) || entryText(entry)?.trim() === "");
  const tag = recordTags.find(isFree);
  if (tag === undefined) {
    problems.push("all places for the record are taken by other texts");
    return [];
  }
  const value = Buffer.from(`${recordKeyword}:${text}\0`, "latin1");
  return [{ tag, type: tags.type.ascii, value }];
}

const isThere = (entries: readonly Entry[], { tag, type, value }: NewEntry): boolean =>
  entries.some(
    (old) =>
      old.tag === tag && old.type === type && Buffer.compare(old.value ?? Buffer.alloc(0), value) === 0,
  );

/**
 * EXIF data with our texts: `old` with new directories behind it, or new data. Older texts of ours are replaced; other
 * programs' texts, camera data, previews and what nobody here knows stay, in their places.
 */
export function mergeTexts(old: Uint8Array | undefined, { parameters, record }: ExifTexts): Merged {
  const body = withoutPrefix(old ?? emptyTiff.bytes);
  const tiff = old === undefined ? emptyTiff : readTiff(body);
  const entries = [...(tiff?.first.entries ?? []), ...(tiff?.exif?.entries ?? [])];
  if (tiff === undefined || entries.length > maxEntries) {
    return { bytes: undefined, problems: ["its EXIF data is damaged"] };
  }
  const problems: string[] = [];
  const exif = commentEntry(parameters, tiff, problems);
  const first = recordEntry(record, tiff, problems);
  const without = record === undefined ? [] : tiff.first.entries.filter(isOurs).map(({ tag }) => tag);
  const isWritten =
    first.every((entry) => isThere(tiff.first.entries, entry)) &&
    exif.every((entry) => isThere(tiff.exif?.entries ?? [], entry)) &&
    without.length === first.length;
  if (old !== undefined && isWritten) return { bytes: old, problems };
  const prefix = old?.subarray(0, old.length - body.length) ?? new Uint8Array();
  return { bytes: Buffer.concat([prefix, withEntries(tiff, { first, without, exif })]), problems };
}
