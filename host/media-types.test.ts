// The media type that the first bytes of a file prove.

import { expect, it } from "vitest";
import { mediaOfBytes } from "./media-types.js";

it.each([
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff\xe0", "image/jpeg"],
  ["RIFF\0\0\0\0WEBPVP8 ", "image/webp"],
  ["GIF89a", "image/gif"],
  ["\0\0\0\x20ftypavif", "image/avif"],
  ["\0\0\0\x20ftypavis", "image/avif"],
  ["\0\0\0\x20ftypisom", "video/mp4"],
  ["\0\0\0\x14ftypqt  ", "video/mp4"],
  ["\0\0\0\x14ftypheic", undefined],
  ["\x1a\x45\xdf\xa3", "video/webm"],
  ["<svg xmlns=", undefined],
])("of %j is %s", (head, mime) => {
  expect(mediaOfBytes(Buffer.from(head, "latin1"))).toBe(mime);
});
