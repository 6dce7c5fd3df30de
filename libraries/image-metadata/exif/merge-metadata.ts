// Merges Pictor's metadata into EXIF data, next to the texts of servers and cameras.

import { withoutExifPrefix } from "@pictor/images/formats";
import { parseParameters } from "../parameters/parameters-text.js";
import { recordKeyword } from "../project/project-record.js";
import { entryText, splitKeyword } from "./read-exif.js";
import * as tags from "./exif-tags.js";
import { decodeUserComment, encodeUserComment } from "./exif-text.js";
import { emptyTiff, extendTiff } from "./extend-tiff.js";
import type { NewEntry } from "./extend-tiff.js";
import { readTiff } from "./tiff.js";
import type { Entry, Tiff } from "./tiff.js";

/** Metadata to write. An absent text leaves the existing one in place. */
export interface ExifMetadata {
  readonly parameters?: string;
  /** The project record as JSON that contains only ASCII characters. */
  readonly record?: string;
}

/** Text tags of the first directory that may hold the record. The first unused one is chosen. */
const recordTags = [tags.imageDescription, tags.documentName, tags.software];
/** EXIF data with more entries counts as damaged; no real image has so many. */
const maxEntries = 4096;

export interface MergedExif {
  /** The merged EXIF data: the existing bytes when nothing changes; undefined when they are damaged. */
  readonly bytes: Uint8Array | undefined;
  /** Problems and their reasons. Each text is the end of a sentence whose subject is the image. */
  readonly problems: readonly string[];
}

/** Whether a comment may be replaced: it is blank, or it is a `parameters` text. */
function isReplaceable(value: Uint8Array): boolean {
  const text = decodeUserComment(value).replaceAll("\0", "").trim();
  return text === "" || ["Steps", "Seed"].some((name) => Object.hasOwn(parseParameters(text).fields, name));
}

function commentEntries(text: string | undefined, { exif }: Tiff, problems: string[]): readonly NewEntry[] {
  if (text === undefined) return [];
  const entries = exif?.entries ?? [];
  const existing = entries.find(({ tag }) => tag === tags.userComment);
  if (existing?.value !== undefined && !isReplaceable(existing.value)) {
    problems.push("its UserComment belongs to another program, so the parameters were not written");
    return [];
  }
  const comment = { tag: tags.userComment, type: tags.valueType.undefined, value: encodeUserComment(text) };
  if (entries.some(({ tag }) => tag === tags.exifVersion)) return [comment];
  const version = Buffer.from("0232", "latin1");
  return [{ tag: tags.exifVersion, type: tags.valueType.undefined, value: version }, comment];
}

const isRecord = (entry: Entry): boolean => splitKeyword(entryText(entry) ?? "")?.keyword === recordKeyword;

function recordEntries(text: string | undefined, { first }: Tiff, problems: string[]): readonly NewEntry[] {
  if (text === undefined) return [];
  const isFree = (wanted: number): boolean =>
    first.entries.every(
      (entry) => entry.tag !== wanted || isRecord(entry) || entryText(entry)?.trim() === "",
    );
  const tag = recordTags.find(isFree);
  if (tag === undefined) {
    problems.push("other texts use all EXIF tags that could hold the record");
    return [];
  }
  const value = Buffer.from(`${recordKeyword}:${text}\0`, "latin1");
  return [{ tag, type: tags.valueType.ascii, value }];
}

const hasEntry = (entries: readonly Entry[], { tag, type, value }: NewEntry): boolean =>
  entries.some(
    (entry) =>
      entry.tag === tag && entry.type === type && Buffer.compare(entry.value ?? Buffer.alloc(0), value) === 0,
  );

/**
 * Merges the metadata into existing EXIF data, or creates new data. Metadata that Pictor wrote before is replaced. Texts of
 * other programs, camera data, previews and unknown entries keep their bytes and offsets.
 */
export function mergeMetadata(
  existing: Uint8Array | undefined,
  { parameters, record }: ExifMetadata,
): MergedExif {
  const body = withoutExifPrefix(existing ?? emptyTiff.bytes);
  const tiff = existing === undefined ? emptyTiff : readTiff(body);
  const entries = [...(tiff?.first.entries ?? []), ...(tiff?.exif?.entries ?? [])];
  if (tiff === undefined || entries.length > maxEntries) {
    return { bytes: undefined, problems: ["its EXIF data is damaged"] };
  }
  const problems: string[] = [];
  const exif = commentEntries(parameters, tiff, problems);
  const first = recordEntries(record, tiff, problems);
  const removedTags = record === undefined ? [] : tiff.first.entries.filter(isRecord).map(({ tag }) => tag);
  const isUnchanged =
    first.every((entry) => hasEntry(tiff.first.entries, entry)) &&
    exif.every((entry) => hasEntry(tiff.exif?.entries ?? [], entry)) &&
    removedTags.length === first.length;
  if (existing !== undefined && isUnchanged) return { bytes: existing, problems };
  const prefix = existing?.subarray(0, existing.length - body.length) ?? new Uint8Array();
  return { bytes: Buffer.concat([prefix, extendTiff(tiff, { first, removedTags, exif })]), problems };
}
