// Hands on the body of a reply while it comes, without the secrets that it repeats.

import { encodingOf } from "@pictor/host";
import { withoutSecrets } from "./reply-body.js";

type Redact = (text: string) => string;

/** Bytes of one line after which a part of it is handed on. */
const maxHeldBytes = 65_536;
/** Bytes at the end of such a line that stay, because a secret may go on after them. */
const keptBytes = 8_192;
const lineFeed = 10;

/** Whether a character of UTF-8 goes on at this byte. */
const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/**
 * The parts are whole lines, as events and records are: a secret may lie across two chunks of the network, but not across two lines. Of a
 * long line a part is handed on that ends in no secret.
 */
export class SafeParts {
  readonly #mime: string | undefined;
  readonly #redact: Redact;
  #held = Buffer.alloc(0);

  constructor(mime: string | undefined, redact: Redact) {
    this.#mime = mime;
    this.#redact = redact;
  }

  /** Takes a chunk. Returns what can be handed on; empty if nothing can. */
  push(chunk: Uint8Array): Uint8Array {
    this.#held = Buffer.concat([this.#held, chunk]);
    // In UTF-16, the byte of a line feed is half a character.
    const isWide = encodingOf(this.#held, this.#mime).startsWith("utf-16");
    const lines = isWide ? 0 : this.#held.lastIndexOf(lineFeed) + 1;
    return this.#take(lines > 0 || this.#held.length <= maxHeldBytes ? lines : this.#placeInLine(isWide));
  }

  /** The rest of the body. */
  end(): Uint8Array {
    return this.#take(this.#held.length);
  }

  #safe = (bytes: Uint8Array): Uint8Array => withoutSecrets(bytes, this.#mime, this.#redact);

  /** The last place in a long line that no secret surrounds; 0 if there is none. */
  #placeInLine(isWide: boolean): number {
    const whole = Buffer.from(this.#safe(this.#held));
    for (let at = (this.#held.length - keptBytes) & ~1; at > 0; at -= keptBytes) {
      let place = at;
      while (!isWide && isInside(this.#held[place])) place--;
      const [before, after] = [this.#held.subarray(0, place), this.#held.subarray(place)];
      if (whole.equals(Buffer.concat([this.#safe(before), this.#safe(after)]))) return place;
    }
    return 0;
  }

  #take(length: number): Uint8Array {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return this.#safe(taken);
  }
}
