// Metadata is merged into EXIF data: nothing of other programs is lost, moved or changed.

import { describe, expect, it } from "vitest";
import { TextCollector } from "../base/text-collector.js";
import { mergeMetadata } from "./merge-metadata.js";
import { collectExifTexts } from "./read-exif.js";
import * as tags from "./exif-tags.js";
import { encodeUserComment } from "./exif-text.js";
import { readTiff } from "./tiff.js";
import { emptyTiff, extendTiff } from "./extend-tiff.js";
import type { NewEntry } from "./extend-tiff.js";

const ascii = (tag: number, text: string): NewEntry => ({
  tag,
  type: tags.valueType.ascii,
  value: Buffer.from(`${text}\0`),
});
const comment = (text: string): NewEntry => ({
  tag: tags.userComment,
  type: tags.valueType.undefined,
  value: encodeUserComment(text),
});
const little = { ...emptyTiff, bytes: Buffer.from("II*\0\0\0\0\0", "latin1"), isLittleEndian: true };
const dataOf = (first: readonly NewEntry[], exif: readonly NewEntry[] = [], start = emptyTiff) =>
  extendTiff(start, { first, exif });

const written = { parameters: "灯台\nSteps: 20, Seed: 1", record: '{"version":1}' };
const writtenTexts = { UserComment: written.parameters, pictor: written.record };

function textsOf(bytes: Uint8Array | undefined) {
  const collector = new TextCollector();
  if (bytes !== undefined) collectExifTexts(bytes, collector);
  return { texts: Object.fromEntries(collector.texts), notes: collector.notes };
}
const tagOf = (bytes: Uint8Array | undefined, word: string) =>
  readTiff(bytes ?? new Uint8Array())?.first.entries.find(({ value }) =>
    Buffer.from(value ?? [])
      .toString()
      .startsWith(word),
  )?.tag;

/** Entries of a camera: a maker note with absolute offsets, and an entry of an unknown type. */
const makerNote = {
  tag: 0x927c,
  type: tags.valueType.undefined,
  value: Buffer.from("MAKER\x00\x00\x00\x2a"),
};
const unknownType = { tag: 0xc000, type: 77, value: Buffer.from("odd!") };

describe("new EXIF data", () => {
  it("holds both texts, and the record is the description", () => {
    const { bytes, problems } = mergeMetadata(undefined, written);
    expect(textsOf(bytes)).toEqual({ texts: writtenTexts, notes: [] });
    expect(tagOf(bytes, "pictor:")).toBe(tags.imageDescription);
    expect(problems).toEqual([]);
  });

  it("has its entries in the order of their tags, at even offsets", () => {
    const tiff = readTiff(mergeMetadata(undefined, written).bytes ?? new Uint8Array());
    expect(tiff?.first.entries.map(({ tag }) => tag)).toEqual([tags.imageDescription, tags.exifPointer]);
    expect(tiff?.exif?.entries.map(({ tag }) => tag)).toEqual([tags.exifVersion, tags.userComment]);
    for (const { value } of tiff?.first.entries ?? []) expect((value?.byteOffset ?? 1) % 2).toBe(0);
  });
});

describe.each([
  ["big-endian", emptyTiff],
  ["little-endian", little],
])("existing EXIF data, %s,", (_order, start) => {
  const server = [ascii(0x0110, 'prompt:{"3":{}}'), ascii(0x010f, 'workflow:{"nodes":[]}')];
  const theirs = { prompt: '{"3":{}}', workflow: '{"nodes":[]}' };

  it("of a server keeps its graphs", () => {
    const { bytes, problems } = mergeMetadata(dataOf(server, [], start), written);
    expect(textsOf(bytes).texts).toEqual({ ...theirs, ...writtenTexts });
    expect(problems).toEqual([]);
  });

  it("with the prefix of JPEG keeps it", () => {
    const old = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), dataOf(server, [], start)]);
    const { bytes } = mergeMetadata(old, written);
    expect(bytes?.subarray(0, 6)).toEqual(old.subarray(0, 6));
    expect(textsOf(bytes).texts).toEqual({ ...theirs, ...writtenTexts });
  });

  it("of a camera keeps its bytes and offsets", () => {
    const old = dataOf([ascii(0x010f, "Maker"), unknownType], [makerNote], start);
    const { bytes = new Uint8Array() } = mergeMetadata(old, written);
    expect(bytes.subarray(8, old.length)).toEqual(old.subarray(8));
    const [before, after] = [readTiff(old), readTiff(bytes)];
    const note = after?.exif?.entries.find(({ tag }) => tag === makerNote.tag);
    const place = note?.raw.subarray(8);
    expect(place).toEqual(before?.exif?.entries.find(({ tag }) => tag === makerNote.tag)?.raw.subarray(8));
    expect(note?.value).toEqual(makerNote.value);
    expect(after?.first.entries.find(({ tag }) => tag === unknownType.tag)?.raw.subarray(8)).toEqual(
      unknownType.value,
    );
    expect(after?.first.next).toBe(before?.first.next);
    expect(textsOf(bytes).texts).toEqual({ Make: "Maker", ...writtenTexts });
  });

  it("with the same metadata stays unchanged", () => {
    const { bytes: once } = mergeMetadata(dataOf(server, [], start), written);
    expect(mergeMetadata(once, written).bytes).toBe(once);
  });

  it("with older metadata of Pictor gets the new metadata in its place", () => {
    const { bytes: once } = mergeMetadata(dataOf(server, [], start), {
      parameters: "old\nSeed: 9",
      record: "{}",
    });
    expect(textsOf(mergeMetadata(once, written).bytes).texts).toEqual({ ...theirs, ...writtenTexts });
  });
});

describe("the tag of the record", () => {
  it.each([
    ["a blank description is replaced", [ascii(tags.imageDescription, "   ")], tags.imageDescription],
    [
      "a description is kept, and DocumentName is used",
      [ascii(tags.imageDescription, "A cat")],
      tags.documentName,
    ],
    [
      "a description and a document name are kept, and Software is used",
      [ascii(tags.imageDescription, 'extra:{"a":1}'), ascii(tags.documentName, "x")],
      tags.software,
    ],
  ])("%s", (_situation, first, tag) => {
    const { bytes, problems } = mergeMetadata(dataOf(first), written);
    expect(tagOf(bytes, "pictor:")).toBe(tag);
    expect(textsOf(bytes).texts).toMatchObject(writtenTexts);
    expect(problems).toEqual([]);
  });

  it("is not written when all tags are in use, and a problem is reported", () => {
    const taken = [tags.imageDescription, tags.documentName, tags.software].map((tag) => ascii(tag, "x"));
    const { bytes, problems } = mergeMetadata(dataOf(taken), written);
    expect(textsOf(bytes).texts).toEqual({
      ImageDescription: "x",
      DocumentName: "x",
      Software: "x",
      UserComment: written.parameters,
    });
    expect(problems).toEqual([expect.stringMatching(/other texts use all EXIF tags/)]);
  });
});

it.each([
  ["that is blank is replaced", "    ", written.parameters, 0],
  ["with parameters is replaced", "a cat\nSteps: 3", written.parameters, 0],
  ["of another program is kept, and a problem is reported", '{"prompt": "x"}', '{"prompt": "x"}', 1],
  ["of a person is kept, and a problem is reported", "My holiday", "My holiday", 1],
])("an existing comment: %s", (_situation, old, text, count) => {
  const { bytes, problems } = mergeMetadata(dataOf([], [comment(old)]), written);
  expect(textsOf(bytes).texts).toEqual({ ...writtenTexts, UserComment: text });
  expect(problems).toHaveLength(count);
});

describe("damaged data is not changed", () => {
  const sound = dataOf([ascii(0x010f, "Maker")]);
  const patched = (at: number, ...values: readonly number[]) => {
    const copy = Buffer.from(sound);
    copy.set(values, at);
    return copy;
  };
  it.each<readonly [string, Uint8Array]>([
    ["no bytes", new Uint8Array()],
    ["another start", patched(0, 0x50)],
    ["a directory outside the data", patched(4, 0xff)],
    ["a directory in the header", patched(4, 0, 0, 0, 2)],
    ["an end inside its directory", sound.subarray(0, sound.length - 10)],
  ])("%s", (_situation, old) => {
    expect(mergeMetadata(old, written)).toEqual({ bytes: undefined, problems: ["its EXIF data is damaged"] });
    expect(textsOf(old).notes).toEqual(["Its EXIF data is damaged and was left out."]);
  });

  it("except for a value outside the data, which is only ignored", () => {
    const at = Buffer.from(sound).indexOf(Buffer.from([0x01, 0x0f, 0, 2]));
    const bytes = patched(at + 8, 0xff, 0xff, 0xff, 0xff);
    expect(textsOf(bytes)).toEqual({ texts: {}, notes: [] });
    expect(textsOf(mergeMetadata(bytes, written).bytes).texts).toEqual(writtenTexts);
  });

  it("many entries that point to one long text stay within the memory limit", () => {
    const long = Buffer.alloc(1024 * 1024, "a");
    const entry = ascii(0x010f, long.toString());
    const one = dataOf([entry]);
    const place = readTiff(one)
      ?.first.entries.find(({ tag }) => tag === 0x010f)
      ?.raw.subarray(4);
    const count = 4000;
    const directory = Buffer.alloc(2 + 12 * count + 4);
    directory.writeUInt16BE(count, 0);
    for (let index = 0; index < count; index++) {
      directory.writeUInt16BE(0x0200 + index, 2 + 12 * index);
      directory.writeUInt16BE(tags.valueType.ascii, 4 + 12 * index);
      directory.set(place ?? [], 6 + 12 * index);
    }
    const bytes = Buffer.concat([one, Buffer.alloc(one.length % 2), directory]);
    bytes.writeUInt32BE(bytes.length - directory.length, 4);
    expect(textsOf(bytes).notes).toEqual([expect.stringMatching(/more than \d+ bytes of text/)]);
  });
});
