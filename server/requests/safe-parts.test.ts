// A body in chunks of every size: nothing is lost, and no secret is handed on, wherever the chunks are cut.

import { expect, it } from "vitest";
import { SafeParts } from "./safe-parts.js";

const secret = "TULIP-canary";
const redact = (text: string) => text.replaceAll(secret, "***");

function handedOn(body: Buffer, size: number, mime = "text/plain"): Buffer {
  const parts = new SafeParts(mime, redact);
  const all: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += size) all.push(parts.push(body.subarray(at, at + size)));
  return Buffer.concat([...all, parts.end()]);
}

it.each([1, 3, 7, 1_000])("lines in chunks of %i bytes", (size) => {
  const text = `data: 1\n\ndata: ü${secret}\n\nno end ${secret}`;
  expect(handedOn(Buffer.from(text), size).toString()).toBe(redact(text));
  expect(
    handedOn(Buffer.from(text, "utf16le"), size, "text/plain; charset=utf-16le").toString("utf16le"),
  ).toBe(redact(text));
});

it("a line is handed on when it ends, and a long line before", () => {
  const parts = new SafeParts("text/plain", redact);
  expect(Buffer.from(parts.push(Buffer.from("a\nb"))).toString()).toBe("a\n");
  expect(parts.push(Buffer.alloc(70_000, "ü")).length).toBeGreaterThan(50_000);
});

it("a long line is not cut within a secret", () => {
  // A secret lies over the place at which the line would be cut.
  const line = Buffer.from(`${"a".repeat(61_800)}${secret}${"b".repeat(8_190)}${"c".repeat(9_000)}`);
  const text = handedOn(line, 70_000).toString();
  expect([text.includes("TULIP"), text]).toEqual([false, redact(line.toString())]);
});

it("a body in UTF-16 has its byte order mark in its first part alone", () => {
  const text = `\uFEFF${"a".repeat(60_000)}${secret}${"b".repeat(60_000)}${secret}`;
  expect(handedOn(Buffer.from(text, "utf16le"), 16_384).toString("utf16le")).toBe(redact(text));
});

it("bytes of a byte order mark within a body are none", () => {
  const body = Buffer.concat([Buffer.from("a\n"), Buffer.from([0xff, 0xfe]), Buffer.from(secret)]);
  expect(handedOn(body, 3).toString("latin1")).toBe("a\n\u00ff\u00fe***");
});

it("a long line of nothing but secrets is not looked through again for each of its chunks", () => {
  const long = "0123456789abcdef".repeat(4);
  let looked = 0;
  const parts = new SafeParts("text/plain", (text) => {
    looked += text.length;
    return text.replaceAll(long, "***");
  });
  const body = Buffer.from(`x${long.repeat(16_384)}`);
  const all: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += 16_384) all.push(parts.push(body.subarray(at, at + 16_384)));
  expect(Buffer.concat([...all, parts.end()]).toString()).toBe(`x${"***".repeat(16_384)}`);
  expect(looked / body.length).toBeLessThan(50);
});
