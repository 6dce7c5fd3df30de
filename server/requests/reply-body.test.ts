// Bodies of replies in every encoding: the text that is shown, and the secrets that are not.

import { describe, expect, it } from "vitest";
import { previewOf, withoutSecrets } from "./reply-body.js";

const swap = (text: string) => Buffer.from(text, "utf16le").swap16();
const secret = "TULIP-canary";
const redact = (text: string) => text.replaceAll(secret, "***");

describe("the beginning of a text", () => {
  it.each([
    ["application/json; charset=gbk", Buffer.from("22c4e3bac322", "hex"), '"你好"'],
    ["text/plain; charset=utf-8", Buffer.from("\ufeffa"), "a"],
    ["text/plain", swap("\ufeffü"), "ü"],
  ])("of %s", (mime, bytes, text) => {
    expect(previewOf(bytes, mime)).toEqual({ text, isTextComplete: true });
  });
  it("is left out where the bytes are no text of their encoding", () => {
    expect(previewOf(Buffer.from("22e922", "hex"), "application/json")).toEqual({});
    expect(previewOf(Buffer.from("a"), "image/png")).toEqual({});
  });
  it("ends before a character that is cut", () => {
    const bytes = Buffer.from("aü".repeat(30_000));
    expect(previewOf(bytes, "text/plain")).toEqual({
      text: `${"aü".repeat(21_845)}a`,
      isTextComplete: false,
    });
  });
});

it.each([
  ["UTF-8", "text/plain", (text: string) => Buffer.from(text)],
  [
    "no encoding",
    undefined,
    (text: string) => Buffer.concat([Buffer.from([0xff, 0, 0xe9]), Buffer.from(text)]),
  ],
  [
    "gbk",
    "text/plain; charset=gbk",
    (text: string) => Buffer.concat([Buffer.from("c4e3", "hex"), Buffer.from(text)]),
  ],
  ["UTF-16", "text/plain; charset=utf-16le", (text: string) => Buffer.from(text, "utf16le")],
  ["big-endian UTF-16", undefined, (text: string) => swap(`\ufeff${text}`)],
])("a secret in %s is hidden", (_name, mime, encode) => {
  expect(Buffer.from(withoutSecrets(encode(`a ${secret}`), mime, redact))).toEqual(encode("a ***"));
  const harmless = encode("a");
  expect(withoutSecrets(harmless, mime, redact)).toBe(harmless);
});
