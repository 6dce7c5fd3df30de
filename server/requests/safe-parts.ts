// Passes on the body of a reply as it arrives, without the secrets that it repeats.

import { encodingOf } from "@pictor/services";
import { withoutSecretsIn } from "./reply-body.js";

type Redact = (text: string) => string;

/** Number of bytes of one line after which a part of it is passed on. */
const maxHeldBytes = 65_536;
/** Number of bytes at the end of such a line that are held back, because a secret may continue after them. */
const keptBytes = 8_192;
/**
 * Positions that are tried in a line. If a secret covers all of them, the line is tried again when it is twice as long.
 */
const maxPlaces = 8;
const lineFeed = 10;
const nothing = new Uint8Array();

/** Whether this byte continues a character of UTF-8. */
const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/**
 * The parts are whole lines, like events and records: a secret may span two chunks of the network, but not two lines.
 * Of a long line, a part is passed on that does not end inside a secret.
 */
export class SafeParts {
  readonly #mime: string | undefined;
  readonly #redact: Redact;
  /** The encoding of the whole body: only its first bytes can be a byte order mark. */
  #encoding: string | undefined;
  #pieces: Uint8Array[] = [];
  #length = 0;
  /** An incomplete line is examined when it has more bytes than this. */
  #waitBytes = maxHeldBytes;

  constructor(mime: string | undefined, redact: Redact) {
    this.#mime = mime;
    this.#redact = redact;
  }

  /** Takes a chunk. Returns what can be passed on; empty if nothing can. */
  push(chunk: Uint8Array): Uint8Array {
    this.#pieces.push(chunk);
    this.#length += chunk.length;
    const first = this.#pieces.find(({ length }) => length > 0)?.[0] ?? 0;
    // The first bytes may be a byte order mark.
    if (this.#encoding === undefined && this.#length < 3 && first >= 0xef) return nothing;
    const isWide = this.#isWide();
    if (this.#length <= this.#waitBytes && (isWide || !chunk.includes(lineFeed))) return nothing;
    const held = this.#held();
    const lines = isWide ? 0 : held.lastIndexOf(lineFeed) + 1;
    const place = lines > 0 || held.length <= this.#waitBytes ? lines : this.#placeInLine(held, isWide);
    this.#waitBytes = place > 0 ? maxHeldBytes : Math.max(this.#waitBytes, 2 * held.length);
    return this.#take(held, place);
  }

  /** The rest of the body. */
  end(): Uint8Array {
    return this.#take(this.#held(), this.#length);
  }

  /** In UTF-16, the byte of a line feed can be half of a character. */
  #isWide(): boolean {
    this.#encoding ??= encodingOf(this.#held(), this.#mime);
    return this.#encoding.startsWith("utf-16");
  }

  #held(): Buffer {
    const held = Buffer.concat(this.#pieces);
    this.#pieces = [held];
    return held;
  }

  #safe(bytes: Uint8Array): Uint8Array {
    return withoutSecretsIn(bytes, this.#encoding ?? encodingOf(bytes, this.#mime), this.#redact);
  }

  /** The last position in a long line that is not inside a secret; 0 if none was found. */
  #placeInLine(held: Buffer, isWide: boolean): number {
    const whole = Buffer.from(this.#safe(held));
    let at = (held.length - keptBytes) & ~1;
    for (let tried = 0; tried < maxPlaces && at > 0; tried++, at -= keptBytes - 2) {
      let place = at;
      while (!isWide && isInside(held[place])) place--;
      const [before, after] = [held.subarray(0, place), held.subarray(place)];
      if (whole.equals(Buffer.concat([this.#safe(before), this.#safe(after)]))) return place;
    }
    return 0;
  }

  #take(held: Buffer, length: number): Uint8Array {
    const rest = held.subarray(length);
    this.#pieces = [rest];
    this.#length = rest.length;
    return length === 0 ? nothing : this.#safe(held.subarray(0, length));
  }
}
