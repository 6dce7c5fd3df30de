// Files of very many empty parts are read up to a limit.

import { expect, it } from "vitest";
import { maxElements, tooManyElements } from "./base/limits.js";
import { readImageMetadata } from "./read-image-metadata.js";
import { inPieces } from "./testing/bytes.js";
import { box, mp4, webm } from "./testing/media.js";

const many = (part: Uint8Array): Buffer => Buffer.concat(Array.from({ length: maxElements + 1 }, () => part));
const graph = '{"3":{"class_type":"KSampler"}}';

it.each([
  ["WebM", webm({ PROMPT: graph }), Uint8Array.of(0xec, 0x80)],
  ["MP4", mp4({ prompt: graph }), box("free")],
])("a %s keeps the texts before the limit, and a note names it", async (_name, file, part) => {
  const found = await readImageMetadata(inPieces(Buffer.concat([file, many(part)]), 65_536));
  expect(found).toMatchObject({ prompt: graph, width: 640, notes: [tooManyElements] });
});
