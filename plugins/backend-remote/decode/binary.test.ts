// Binary messages of the socket, one situation each.

import { expect, test } from "vitest";
import { decodeBinary } from "./binary.js";
import { noTrack } from "./track.js";

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const bytes = (...parts: readonly (number | string | Buffer)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === "number" ? uint32(part) : Buffer.from(part))));
const running = { ...noTrack, last: { promptId: "p", node: "3" } };
const described = JSON.stringify({
  prompt_id: "p",
  node_id: "7.0.0.1",
  display_node_id: "7",
  image_type: "image/png",
});

test("a plain preview belongs to what the socket spoke of last", () => {
  const [event] = decodeBinary(bytes(1, 1, "JPEG"), running);
  expect(event).toEqual({
    type: "preview",
    promptId: "p",
    node: "3",
    mime: "image/jpeg",
    bytes: bytes("JPEG"),
  });
});

test("format 2 is PNG", () => {
  expect(decodeBinary(bytes(1, 2, "PNG"), running)).toMatchObject([{ mime: "image/png" }]);
});

test("a plain preview before any run is nobody's", () => {
  const data = bytes(1, 1, "JPEG");
  expect(decodeBinary(data, noTrack)).toEqual([{ type: "unknown", wireType: "binary 1", data }]);
});

test("a described preview names its prompt and its node, and wins over what was said before", () => {
  const [event] = decodeBinary(bytes(4, described.length, described, "PNG"), {
    ...running,
    last: { promptId: "other" },
  });
  expect(event).toEqual({
    type: "preview",
    promptId: "p",
    node: "7",
    mime: "image/png",
    bytes: bytes("PNG"),
  });
});

test("a node's progress text has no prompt, and is kept with its words", () => {
  const data = { node: "77", text: "42 % ü" };
  expect(decodeBinary(bytes(3, 2, "77", "42 % ü"), running)).toEqual([
    { type: "unknown", wireType: "progress_text", data },
  ]);
});

test.each([
  ["another kind", bytes(11, "x"), "binary 11"],
  ["no bytes at all", bytes(), "binary empty"],
  ["a length beyond the message", bytes(4, 900, "{}"), "binary 4"],
  ["a description that is no JSON", bytes(4, 2, "{]", "PNG"), "binary 4"],
  ["a preview without a format", bytes(1), "binary 1"],
])("%s is kept as it came", (_case, data, wireType) => {
  expect(decodeBinary(data, running)).toEqual([{ type: "unknown", wireType, data }]);
});

test("a message inside a larger buffer is read from its own beginning", () => {
  const whole = bytes("padding", bytes(1, 2, "PNG") as Buffer);
  expect(decodeBinary(whole.subarray(7), running)).toMatchObject([{ type: "preview", mime: "image/png" }]);
});
