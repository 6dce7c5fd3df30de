// Texts of EXIF data in every charset that programs write.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryText } from "../testing/bytes.js";
import { decodeAscii, decodeUserComment, encodeUserComment } from "./exif-text.js";

const utf16 = (text: string, isBig: boolean): Buffer => {
  const little = Buffer.from(text, "utf16le");
  return isBig ? little.swap16() : little;
};
const comment = (charset: string, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(charset.padEnd(8, "\0"), "latin1"), bytes]);

const text = "Größe 灯台 🌊\nSteps: 20, Seed: 1";

describe("a user comment", () => {
  it.each([
    ["UNICODE, big-endian", comment("UNICODE", utf16(text, true)), text],
    ["UNICODE, little-endian", comment("UNICODE", utf16(text, false)), text],
    ["UNICODE with a byte order mark", comment("UNICODE", utf16("\ufeff灯", false)), "灯"],
    ["UNICODE without words of metadata, big-endian", comment("UNICODE", utf16("a sea", true)), "a sea"],
    ["UNICODE without words of metadata, little-endian", comment("UNICODE", utf16("a sea", false)), "a sea"],
    ["UNICODE without Latin letters", comment("UNICODE", utf16("灯台", true)), "灯台"],
    ["UNICODE that is UTF-8", comment("UNICODE", Buffer.from(text)), text],
    [
      "UNICODE of an odd length",
      comment("UNICODE", Buffer.concat([utf16(text, true), Buffer.from("x")])),
      text,
    ],
    [
      "UNICODE with many characters whose low byte is zero",
      comment("UNICODE", utf16(`${"一".repeat(99)}\nSeed: 1`, true)),
      `${"一".repeat(99)}\nSeed: 1`,
    ],
    ["ASCII", comment("ASCII", Buffer.from("a sea")), "a sea"],
    ["ASCII that is UTF-8", comment("ASCII", Buffer.from(text)), text],
    ["ASCII that is Latin-1", comment("ASCII", Buffer.from("Größe", "latin1")), "Größe"],
    ["no charset", comment("", Buffer.from(text)), text],
    ["no charset and no room for one", Buffer.from("Steps: 2, Größe"), "Steps: 2, Größe"],
    ["padding only", comment("ASCII", Buffer.from("   \0\0")), ""],
    ["no bytes", Buffer.alloc(0), ""],
  ])("%s", (_situation, bytes, expected) => {
    expect(decodeUserComment(bytes)).toBe(expected);
  });

  it("is decoded to the encoded text, whatever the prompt", () => {
    fc.assert(
      fc.property(arbitraryText, (prompt) => {
        const whole = `${prompt.replaceAll("\0", "")}\nSeed: 1`;
        expect(decodeUserComment(encodeUserComment(whole))).toBe(whole.replace(/^\ufeff/, ""));
      }),
    );
  });
});

it.each([
  ["up to its NUL", Buffer.from("a\0b"), "a"],
  ["without one", Buffer.from("a"), "a"],
  ["in UTF-8", Buffer.from("灯\0"), "灯"],
  ["in Latin-1", Buffer.from("é\0", "latin1"), "é"],
])("an ASCII value %s", (_situation, bytes, expected) => {
  expect(decodeAscii(bytes)).toBe(expected);
});
