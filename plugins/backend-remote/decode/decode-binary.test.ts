// Binary messages of the socket, one situation per test.

import { expect, test } from "vitest";
import { decodeBinary } from "./decode-binary.js";
import { initialDecoderState } from "./decoder-state.js";

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const bytes = (...parts: readonly (number | string | Buffer)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === "number" ? uint32(part) : Buffer.from(part))));
const running = { ...initialDecoderState, last: { promptId: "p", node: "3" } };
const metadata = JSON.stringify({
  prompt_id: "p",
  node_id: "7.0.0.1",
  display_node_id: "7",
  image_type: "image/png",
});

test("a plain preview belongs to the prompt and node of the last message", () => {
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

test("a plain preview before any run is unknown", () => {
  const data = bytes(1, 1, "JPEG");
  expect(decodeBinary(data, initialDecoderState)).toEqual([{ type: "unknown", wireType: "binary 1", data }]);
});

test("a preview with metadata belongs to the prompt and node that it names, not to those of the last message", () => {
  const [event] = decodeBinary(bytes(4, metadata.length, metadata, "PNG"), {
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

test("a progress text has no prompt and is passed on with its text", () => {
  const data = { node: "77", text: "42 % ü" };
  expect(decodeBinary(bytes(3, 2, "77", "42 % ü"), running)).toEqual([
    { type: "unknown", wireType: "progress_text", data },
  ]);
});

test.each([
  ["another kind", bytes(11, "x"), "binary 11"],
  ["no bytes", bytes(), "binary empty"],
  ["a length beyond the message", bytes(4, 900, "{}"), "binary 4"],
  ["metadata that is not JSON", bytes(4, 2, "{]", "PNG"), "binary 4"],
  ["a preview without a format", bytes(1), "binary 1"],
])("%s is passed on as bytes", (_case, data, wireType) => {
  expect(decodeBinary(data, running)).toEqual([{ type: "unknown", wireType, data }]);
});

test("a message inside a larger buffer is read from its own offset", () => {
  const whole = bytes("padding", bytes(1, 2, "PNG") as Buffer);
  expect(decodeBinary(whole.subarray(7), running)).toMatchObject([{ type: "preview", mime: "image/png" }]);
});
