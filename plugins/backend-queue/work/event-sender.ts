// Sends the events of a prompt to the hosts that listen. What arrives while a batch is on its way is sent as the next one.

import type { Session } from "../base/session.js";
import { addEvent, writeBatch, type WireEvent } from "../protocol/event-batch.js";
import type { PromptFields } from "../protocol/claims.js";
import type { Command } from "../redis/packages.js";
import { eventsLength, eventsSeconds, longestBatch, previewSeconds } from "../redis/keys.js";

export interface EventSender {
  /** Sends an event soon. Events that cannot be sent are dropped: the record of the prompt decides how it has ended. */
  push(event: WireEvent): void;
  preview(event: Extract<WireEvent, { readonly type: "previewed" }>, bytes: Uint8Array): void;
  /** Notes the hosts that listen. */
  setFields(fields: PromptFields): void;
  /** Resolves when everything was sent or dropped. */
  settled(): Promise<void>;
}

/** The hosts that listen to a prompt: the fields `w:<host>` of its record. */
const hostsOf = (fields: PromptFields): readonly string[] =>
  Object.keys(fields).flatMap((name) => (name.startsWith("w:") ? [name.slice(2)] : []));

export function createEventSender({ connection, keys }: Session, promptId: string): EventSender {
  let hosts: readonly string[] = [];
  let batch: WireEvent[] = [];
  let preview: Uint8Array | undefined;
  let sending: Promise<void> | undefined;

  const send = async (): Promise<void> => {
    while (batch.length > 0) {
      const texts: string[] = [];
      for (let at = 0; at < batch.length; at += longestBatch)
        texts.push(writeBatch(batch.slice(at, at + longestBatch)));
      const image = preview;
      batch = [];
      preview = undefined;
      const commands: readonly Command[] = [
        ...(image === undefined
          ? []
          : [["set", keys.preview(promptId), Buffer.from(image), "EX", previewSeconds] as const]),
        ...hosts.flatMap((host) => [
          ...texts.map(
            (text) => ["xadd", keys.events(host), "MAXLEN", "~", eventsLength, "*", "e", text] as const,
          ),
          ["expire", keys.events(host), eventsSeconds] as const,
        ]),
      ];
      if (hosts.length > 0) await connection.all(commands).catch(() => undefined);
    }
  };
  const push = (event: WireEvent): void => {
    if (event.type === "previewed") batch = addEvent(batch, event);
    else batch.push(event);
    // The batch begins after the events that arrive together.
    sending ??= Promise.resolve()
      .then(send)
      .finally(() => (sending = undefined));
  };
  return {
    push,
    preview(event, bytes) {
      preview = bytes;
      push(event);
    },
    setFields(fields) {
      hosts = hostsOf(fields);
    },
    async settled() {
      while (sending !== undefined) await sending;
    },
  };
}
