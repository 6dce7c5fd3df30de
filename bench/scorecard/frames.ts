// The frames in a WebSocket stream from a server (RFC 6455 section 5.2), which are unmasked and not compressed.

export interface Frame {
  readonly bytes: Buffer;
  readonly opcode: number;
  /** Empty for other frames than texts. */
  readonly text: string;
}

/** Splits a stream into complete frames. `push` returns those that a chunk completes. */
export function frameCutter(): { readonly push: (chunk: Buffer) => readonly Frame[] } {
  let held: Buffer = Buffer.alloc(0);
  return {
    push(chunk) {
      held = Buffer.concat([held, chunk]);
      const frames: Frame[] = [];
      for (let frame = first(held); frame !== undefined; frame = first(held)) {
        frames.push(frame);
        held = held.subarray(frame.bytes.length);
      }
      return frames;
    },
  };
}

/** The length that the second byte of a frame has, or by which it says where the length is; and the bytes before the payload. */
function headOf(bytes: Buffer): readonly [short: number, head: number] {
  const short = bytes.readUInt8(1) & 0x7f;
  return [short, short === 126 ? 4 : short === 127 ? 10 : 2];
}

function first(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const [short, head] = headOf(bytes);
  if (bytes.length < head) return undefined;
  const length =
    short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < head + length) return undefined;
  const opcode = bytes.readUInt8(0) & 0x0f;
  const payload = bytes.subarray(head, head + length);
  return {
    bytes: bytes.subarray(0, head + length),
    opcode,
    text: opcode === 1 ? payload.toString("utf8") : "",
  };
}

/** A complete binary frame with this payload, followed by a number of zeros. */
export function longerFrame({ bytes }: Frame, zeros: number): Buffer {
  const payload = bytes.subarray(headOf(bytes)[1]);
  const head = Buffer.alloc(10);
  head.writeUInt8(0x82, 0);
  head.writeUInt8(127, 1);
  head.writeBigUInt64BE(BigInt(payload.length + zeros), 2);
  return Buffer.concat([head, payload, Buffer.alloc(zeros)]);
}

/** Whether a frame carries a message, in contrast to a ping or a close. */
export const isMessage = ({ opcode }: Frame): boolean => opcode === 0 || opcode === 1 || opcode === 2;
