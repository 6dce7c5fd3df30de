// Hands on the body of a reply while it comes, without the secrets that it repeats.

import { encodingOf } from "@pictor/services";
import { withoutSecretsIn } from "./reply-body.js";

type Redact = (text: string) => string;

/** Bytes of one line after which a part of it is handed on. */
const maxHeldBytes = 65_536;
/** Bytes at the end of such a line that stay, because a secret may go on after them. */
const keptBytes = 8_192;
/** Places that are tried in a line. If a secret lies over each of them, the line is tried again when it is twice as long. */
const maxPlaces = 8;
const lineFeed = 10;
const nothing = new Uint8Array();

/** Whether a character of UTF-8 goes on at this byte. */
const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/**
 * The parts are whole lines, as events and records are: a secret may lie across two chunks of the network, but not
 * across two lines. Of a long line a part is handed on that ends in no secret.
 */
export class SafeParts {
  readonly #mime: string | undefined;
  readonly #redact: Redact;
  /** That of the whole body: only its first bytes can be a byte order mark. */
  #encoding: string | undefined;
  #pieces: Uint8Array[] = [];
  #length = 0;
  /** A line without an end is looked at when it has more bytes. */
  #waitBytes = maxHeldBytes;

  constructor(mime: string | undefined, redact: Redact) {
    this.#mime = mime;
    this.#redact = redact;
  }

  /** Takes a chunk. Returns what can be handed on; empty if nothing can. */
  push(chunk: Uint8Array): Uint8Array {
    this.#pieces.push(chunk);
    this.#length += chunk.length;
    const first = this.#pieces.find(({ length }) => length > 0)?.[0] ?? 0;
    // The first bytes may be those of a byte order mark.
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

  /** In UTF-16, the byte of a line feed is half a character. */
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

  /** The last place in a long line that no secret surrounds; 0 if none was found. */
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
