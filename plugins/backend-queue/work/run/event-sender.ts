// Sends the events of a prompt to the hosts that listen. What arrives while a batch is on its way is sent as the next one.

import type { Session } from "../../base/session.js";
import { addEvent, writeBatch, type WireEvent } from "../../protocol/event-batch.js";
import type { PromptFields } from "../../protocol/claims.js";
import type { Command } from "../../redis/packages.js";
import { eventsLength, longestBatch, previewSeconds } from "../../redis/keys.js";

const trim = ["MAXLEN", "~", eventsLength] as const;

export type EventSender = ReturnType<typeof createEventSender>;

/** The hosts that have begun to listen later: the fields `w:<host>`. */
const hostsOf = (fields: PromptFields): readonly string[] =>
  Object.keys(fields).flatMap((name) => (name.startsWith("w:") ? [name.slice(2)] : []));

export function createEventSender({ connection, keys }: Session, promptId: string) {
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
        // The stream of a host that has gone is not made again.
        ...hosts.flatMap((host) =>
          texts.map((text) => ["xadd", keys.events(host), "NOMKSTREAM", ...trim, "*", "e", text] as const),
        ),
      ];
      if (hosts.length > 0) await connection.all(commands).catch(() => undefined);
    }
  };
  /** Sends an event soon. Events that cannot be sent are dropped: the record of the prompt decides how it has ended. */
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
    preview(event: Extract<WireEvent, { readonly type: "previewed" }>, bytes: Uint8Array): void {
      preview = bytes;
      push(event);
    },
    /** Notes the hosts that listen: the one that has submitted the prompt, and those in its hash. */
    setHosts(submitted: string | undefined, fields: PromptFields): void {
      hosts = [...new Set([...(submitted === undefined ? [] : [submitted]), ...hostsOf(fields)])];
    },
    /** Resolves when everything was sent or dropped. */
    async settled(): Promise<void> {
      while (sending !== undefined) await sending;
    },
  };
}
