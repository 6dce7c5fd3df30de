// The parts of a body in the form of the API: text if the reply is text, else base64.

import type { HttpReplyData } from "@pictor/client";
import { encodingOf } from "@pictor/services";
import { isText } from "./reply-body.js";
import { SafeParts } from "./safe-parts.js";

export class TextParts {
  readonly #mime: string;
  readonly #safe: SafeParts;
  #decoder: InstanceType<typeof TextDecoder> | undefined;

  constructor(mime: string | undefined, redact: (text: string) => string) {
    this.#mime = mime ?? "";
    this.#safe = new SafeParts(mime, redact);
  }

  push(chunk: Uint8Array): readonly HttpReplyData[] {
    return this.#shown(this.#safe.push(chunk), true);
  }

  end(): readonly HttpReplyData[] {
    return this.#shown(this.#safe.end(), false);
  }

  #shown(bytes: Uint8Array, stream: boolean): readonly HttpReplyData[] {
    if (bytes.length === 0) return [];
    if (!isText(this.#mime)) return [{ type: "data", base64: Buffer.from(bytes).toString("base64") }];
    this.#decoder ??= new TextDecoder(encodingOf(bytes, this.#mime));
    return [{ type: "data", text: this.#decoder.decode(bytes, { stream }) }];
  }
}
