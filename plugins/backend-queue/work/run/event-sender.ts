// Sends the events of a prompt to the hosts that listen. What arrives while a batch is on its way is sent as the next one.

import type { Session } from "../../base/session.js";
import { addEvent, writeBatch, type WireEvent } from "../../protocol/event-batch.js";
import type { PromptFields } from "../../protocol/claims.js";
import type { Command } from "../../redis/packages.js";
import { eventsLength, longestBatch, previewSeconds } from "../../redis/keys.js";

const trim = ["MAXLEN", "~", eventsLength] as const;

/** The hosts that have begun to listen later: the fields `w:<host>`. */
const hostsOf = (fields: PromptFields): readonly string[] =>
  Object.keys(fields).flatMap((name) => (name.startsWith("w:") ? [name.slice(2)] : []));

export class EventSender {
  readonly #session: Session;
  readonly #promptId: string;
  #hosts: readonly string[] = [];
  #batch: WireEvent[] = [];
  #preview: Uint8Array | undefined;
  #sending: Promise<void> | undefined;

  constructor(session: Session, promptId: string) {
    this.#session = session;
    this.#promptId = promptId;
  }

  /** Sends an event soon. Events that cannot be sent are dropped: the record of the prompt decides how it has ended. */
  push(event: WireEvent): void {
    if (event.type === "previewed") this.#batch = addEvent(this.#batch, event);
    else this.#batch.push(event);
    // The batch begins after the events that arrive together.
    this.#sending ??= Promise.resolve()
      .then(() => this.#send())
      .finally(() => (this.#sending = undefined));
  }

  preview(event: Extract<WireEvent, { readonly type: "previewed" }>, bytes: Uint8Array): void {
    this.#preview = bytes;
    this.push(event);
  }

  /** Notes the hosts that listen: the one that has submitted the prompt, and those in its hash. */
  setHosts(submitted: string | undefined, fields: PromptFields): void {
    this.#hosts = [...new Set([...(submitted === undefined ? [] : [submitted]), ...hostsOf(fields)])];
  }

  /** Resolves when everything was sent or dropped. */
  async settled(): Promise<void> {
    while (this.#sending !== undefined) await this.#sending;
  }

  async #send(): Promise<void> {
    const { connection, keys } = this.#session;
    while (this.#batch.length > 0) {
      const texts: string[] = [];
      for (let at = 0; at < this.#batch.length; at += longestBatch)
        texts.push(writeBatch(this.#batch.slice(at, at + longestBatch)));
      const image = this.#preview;
      this.#batch = [];
      this.#preview = undefined;
      const commands: readonly Command[] = [
        ...(image === undefined
          ? []
          : [["set", keys.preview(this.#promptId), Buffer.from(image), "EX", previewSeconds] as const]),
        // The stream of a host that has gone is not made again.
        ...this.#hosts.flatMap((host) =>
          texts.map((text) => ["xadd", keys.events(host), "NOMKSTREAM", ...trim, "*", "e", text] as const),
        ),
      ];
      if (this.#hosts.length > 0) await connection.all(commands).catch(() => undefined);
    }
  }
}
