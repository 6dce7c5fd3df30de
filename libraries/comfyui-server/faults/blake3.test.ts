// The hash against its published test vectors.

import { expect, it } from "vitest";
import { blake3 } from "./blake3.js";

const counted = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, index) => index % 251));

it.each([
  ["nothing", Buffer.alloc(0), "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"],
  ["a word", Buffer.from("abc"), "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85"],
  ["a chunk", counted(1024), "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7"],
  ["a chunk and a byte", counted(1025), "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444"],
  ["two chunks", counted(2048), "e776b6028c7cd22a4d0ba182a8bf62205d2ef576467e838ed6f2529b85fba24a"],
  [
    "two chunks and a byte",
    counted(2049),
    "5f4d72f40d7a5f82b15ca2b2e44b1de3c2ef86c426c95c1af0b6879522563030",
  ],
])("hashes %s", (_what, bytes, hash) => {
  expect(blake3(bytes)).toBe(hash);
});
