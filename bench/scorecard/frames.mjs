// The frames in a WebSocket stream from a server (RFC 6455 section 5.2), which are unmasked and not compressed.

/** Splits a stream into complete frames. `push` returns those that a chunk completes, each `{ bytes, opcode, text }`. */
export function frameCutter() {
  let held = Buffer.alloc(0);
  return {
    push(chunk) {
      held = Buffer.concat([held, chunk]);
      const frames = [];
      for (let frame = first(held); frame !== undefined; frame = first(held)) {
        frames.push(frame);
        held = held.subarray(frame.bytes.length);
      }
      return frames;
    },
  };
}

function first(bytes) {
  if (bytes.length < 2) return undefined;
  const short = bytes[1] & 0x7f;
  const head = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < head) return undefined;
  const length =
    short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < head + length) return undefined;
  const opcode = bytes[0] & 0x0f;
  const payload = bytes.subarray(head, head + length);
  return {
    bytes: bytes.subarray(0, head + length),
    opcode,
    text: opcode === 1 ? payload.toString("utf8") : "",
  };
}

/** A complete binary frame with this payload, followed by a number of zeros. */
export function longerFrame({ bytes }, zeros) {
  const short = bytes[1] & 0x7f;
  const payload = bytes.subarray(short === 126 ? 4 : short === 127 ? 10 : 2);
  const head = Buffer.alloc(10);
  head.writeUInt8(0x82, 0);
  head.writeUInt8(127, 1);
  head.writeBigUInt64BE(BigInt(payload.length + zeros), 2);
  return Buffer.concat([head, payload, Buffer.alloc(zeros)]);
}

/** Whether a frame carries a message, in contrast to a ping or a close. */
export const isMessage = ({ opcode }) => opcode === 0 || opcode === 1 || opcode === 2;
