// What the first bytes of a file say about its type.

import { expect, it } from "vitest";
import { extensionsOfBytes } from "./file-types.js";

const ftyp = (major: string, ...compatible: readonly string[]) => {
  const size = 16 + 4 * compatible.length;
  return `\0\0\0${String.fromCharCode(size)}ftyp${major}\0\0\0\0${compatible.join("")}moov`;
};

it.each([
  ["a PNG", "\x89PNG\r\n\x1a\n", [".png"]],
  ["an AVIF", ftyp("avif", "mif1"), [".avif"]],
  ["a sequence of AVIF", ftyp("avis"), [".avif"]],
  ["an AVIF that names its codec among the compatible brands", ftyp("mif1", "miaf", "avif"), [".avif"]],
  ["a HEIC that names its codec among the compatible brands", ftyp("mif1", "heic"), [".heic"]],
  ["an image of another codec", ftyp("mif1", "jpeg"), []],
  ["a video whose next box looks like a brand", ftyp("mp42", "isom") + "avif", [".mp4"]],
  ["a raw image of a camera", ftyp("crx ", "isom"), []],
  ["a QuickTime film", ftyp("qt  "), [".mov"]],
  ["a Matroska file", "\x1aE\xdf\xa3", [".webm", ".mkv"]],
  ["a text that begins like a bitmap", "BM is a short name", []],
  ["a file that ends early", "\0\0\0\x18ftyp", [".mp4"]],
  ["nothing", "", []],
])("%s", (_file, head, extensions) => {
  expect(extensionsOfBytes(Buffer.from(head, "latin1"))).toEqual(extensions);
});
