// Our texts beside what others wrote into EXIF data: nothing of theirs is lost, moved or changed.

import { describe, expect, it } from "vitest";
import { createCollector } from "../collector.js";
import { mergeTexts } from "./merge.js";
import { readExif } from "./read.js";
import * as tags from "./tags.js";
import { writeComment } from "./text.js";
import { readTiff } from "./tiff.js";
import { emptyTiff, withEntries } from "./write.js";
import type { NewEntry } from "./write.js";

const ascii = (tag: number, text: string): NewEntry => ({
  tag,
  type: tags.type.ascii,
  value: Buffer.from(`${text}\0`),
});
const comment = (text: string): NewEntry => ({
  tag: tags.userComment,
  type: tags.type.undefined,
  value: writeComment(text),
});
const little = { ...emptyTiff, bytes: Buffer.from("II*\0\0\0\0\0", "latin1"), isLittleEndian: true };
const dataOf = (first: readonly NewEntry[], exif: readonly NewEntry[] = [], start = emptyTiff) =>
  withEntries(start, { first, exif });

const ours = { parameters: "灯台\nSteps: 20, Seed: 1", record: '{"version":1}' };
const own = { UserComment: ours.parameters, pictor: ours.record };

function textsOf(bytes: Uint8Array | undefined) {
  const collector = createCollector();
  if (bytes !== undefined) readExif(bytes, collector);
  return { texts: Object.fromEntries(collector.texts()), notes: collector.notes() };
}
const tagOf = (bytes: Uint8Array | undefined, word: string) =>
  readTiff(bytes ?? new Uint8Array())?.first.entries.find(({ value }) =>
    Buffer.from(value ?? [])
      .toString()
      .startsWith(word),
  )?.tag;

/** What a camera leaves: a maker's note that points to its own place, a directory behind, a type that nobody knows. */
const makerNote = { tag: 0x927c, type: tags.type.undefined, value: Buffer.from("MAKER\x00\x00\x00\x2a") };
const unknownType = { tag: 0xc000, type: 77, value: Buffer.from("odd!") };

describe("new data", () => {
  it("holds both texts, the record in ASCII as the description", () => {
    const { bytes, problems } = mergeTexts(undefined, ours);
    expect(textsOf(bytes)).toEqual({ texts: own, notes: [] });
    expect(tagOf(bytes, "pictor:")).toBe(tags.imageDescription);
    expect(problems).toEqual([]);
  });

  it("has its entries in the order of their tags, at even places", () => {
    const tiff = readTiff(mergeTexts(undefined, ours).bytes ?? new Uint8Array());
    expect(tiff?.first.entries.map(({ tag }) => tag)).toEqual([tags.imageDescription, tags.exifPointer]);
    expect(tiff?.exif?.entries.map(({ tag }) => tag)).toEqual([tags.exifVersion, tags.userComment]);
    for (const { value } of tiff?.first.entries ?? []) expect((value?.byteOffset ?? 1) % 2).toBe(0);
  });
});

describe.each([
  ["big-endian", emptyTiff],
  ["little-endian", little],
])("old data, %s,", (_order, start) => {
  const server = [ascii(0x0110, 'prompt:{"3":{}}'), ascii(0x010f, 'workflow:{"nodes":[]}')];
  const theirs = { prompt: '{"3":{}}', workflow: '{"nodes":[]}' };

  it("of a server keeps its graphs", () => {
    const { bytes, problems } = mergeTexts(dataOf(server, [], start), ours);
    expect(textsOf(bytes).texts).toEqual({ ...theirs, ...own });
    expect(problems).toEqual([]);
  });

  it("with the prefix of JPEG keeps it", () => {
    const old = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), dataOf(server, [], start)]);
    const { bytes } = mergeTexts(old, ours);
    expect(bytes?.subarray(0, 6)).toEqual(old.subarray(0, 6));
    expect(textsOf(bytes).texts).toEqual({ ...theirs, ...own });
  });

  it("of a camera stays where it is, byte for byte", () => {
    const old = dataOf([ascii(0x010f, "Maker"), unknownType], [makerNote], start);
    const { bytes = new Uint8Array() } = mergeTexts(old, ours);
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
    expect(textsOf(bytes).texts).toEqual({ Make: "Maker", ...own });
  });

  it("that has the same texts already stays as it is", () => {
    const { bytes: once } = mergeTexts(dataOf(server, [], start), ours);
    expect(mergeTexts(once, ours).bytes).toBe(once);
  });

  it("with older texts of ours has the new ones only", () => {
    const { bytes: once } = mergeTexts(dataOf(server, [], start), {
      parameters: "old\nSeed: 9",
      record: "{}",
    });
    expect(textsOf(mergeTexts(once, ours).bytes).texts).toEqual({ ...theirs, ...own });
  });
});

describe("the place of the record", () => {
  it.each([
    ["a description of blanks is none", [ascii(tags.imageDescription, "   ")], tags.imageDescription],
    ["a description is kept", [ascii(tags.imageDescription, "A cat")], tags.documentName],
    [
      "a third text of the server is kept",
      [ascii(tags.imageDescription, 'extra:{"a":1}'), ascii(tags.documentName, "x")],
      tags.software,
    ],
  ])("%s", (_situation, first, tag) => {
    const { bytes, problems } = mergeTexts(dataOf(first), ours);
    expect(tagOf(bytes, "pictor:")).toBe(tag);
    expect(textsOf(bytes).texts).toMatchObject(own);
    expect(problems).toEqual([]);
  });

  it("there is none when all are taken, and that is told", () => {
    const taken = [tags.imageDescription, tags.documentName, tags.software].map((tag) => ascii(tag, "x"));
    const { bytes, problems } = mergeTexts(dataOf(taken), ours);
    expect(textsOf(bytes).texts).toEqual({
      ImageDescription: "x",
      DocumentName: "x",
      Software: "x",
      UserComment: ours.parameters,
    });
    expect(problems).toEqual([expect.stringMatching(/taken by other texts/)]);
  });
});

describe("a comment", () => {
  it.each([
    ["of blanks is replaced", "    ", ours.parameters, 0],
    ["of the same kind is replaced", "a cat\nSteps: 3", ours.parameters, 0],
    ["of another program is kept, and that is told", '{"prompt": "x"}', '{"prompt": "x"}', 1],
    ["of a person is kept, and that is told", "My holiday", "My holiday", 1],
  ])("%s", (_situation, old, text, count) => {
    const { bytes, problems } = mergeTexts(dataOf([], [comment(old)]), ours);
    expect(textsOf(bytes).texts).toEqual({ ...own, UserComment: text });
    expect(problems).toHaveLength(count);
  });
});

describe("damaged data is left alone", () => {
  const sound = dataOf([ascii(0x010f, "Maker")]);
  const patched = (at: number, ...values: readonly number[]) => {
    const copy = Buffer.from(sound);
    copy.set(values, at);
    return copy;
  };
  it.each<readonly [string, Uint8Array]>([
    ["no bytes", new Uint8Array()],
    ["another start", patched(0, 0x50)],
    ["a directory outside", patched(4, 0xff)],
    ["a directory in the header", patched(4, 0, 0, 0, 2)],
    ["an end inside its directory", sound.subarray(0, sound.length - 10)],
  ])("%s", (_situation, old) => {
    expect(mergeTexts(old, ours)).toEqual({ bytes: undefined, problems: ["its EXIF data is damaged"] });
    expect(textsOf(old).notes).toEqual(["Its EXIF data is damaged and was left out."]);
  });

  it("a value outside is only left out", () => {
    const at = Buffer.from(sound).indexOf(Buffer.from([0x01, 0x0f, 0, 2]));
    const bytes = patched(at + 8, 0xff, 0xff, 0xff, 0xff);
    expect(textsOf(bytes)).toEqual({ texts: {}, notes: [] });
    expect(textsOf(mergeTexts(bytes, ours).bytes).texts).toEqual(own);
  });

  it("many entries that all point to one long text cost no more than the bound", () => {
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
      directory.writeUInt16BE(tags.type.ascii, 4 + 12 * index);
      directory.set(place ?? [], 6 + 12 * index);
    }
    const bytes = Buffer.concat([one, Buffer.alloc(one.length % 2), directory]);
    bytes.writeUInt32BE(bytes.length - directory.length, 4);
    expect(textsOf(bytes).notes).toEqual([expect.stringMatching(/more than \d+ bytes of text/)]);
  });
});
