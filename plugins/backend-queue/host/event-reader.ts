// Reads the stream of events of this process, and passes them on to all listeners.

import { pause, type BackendEvent } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { readBatch, type WireEvent } from "../protocol/event-batch.js";
import { readFields, workersIn } from "../protocol/claims.js";
import { eventsSeconds } from "../redis/keys.js";
import { bytesOf } from "../store/store.js";

export type Listener = (event: BackendEvent) => void;

/** Milliseconds for which one command waits for events. */
const blockMs = 5_000;
const retryMs = 500;
/** Milliseconds after which the lifetime of the stream is renewed. */
const keepMs = 60_000;

type Entries = readonly (readonly [id: string, fields: readonly string[]])[];

export function createEventReader({ connection, keys, clock, store, host }: Session) {
  const listeners = new Set<Listener>();
  const closing = new AbortController();
  let reading: Promise<void> | undefined;
  let isLost = false;
  const emit = (event: BackendEvent): void => {
    for (const listener of [...listeners]) listener(event);
  };
  const setLost = (value: boolean): void => {
    if (isLost === value) return;
    isLost = value;
    emit({ type: "connection", state: value ? "lost" : "open" });
  };

  /** Previews may overtake and be left out; the results of output nodes keep their place. */
  const pass = async (event: WireEvent): Promise<void> => {
    if (event.type === "image") {
      const { node, promptId, mime, digest } = event;
      const bytes = await bytesOf(store.get(digest)).catch(() => undefined);
      if (bytes !== undefined) emit({ type: "preview", promptId, node, mime, bytes });
    } else if (event.type === "previewed") {
      const { promptId, node, mime } = event;
      const bytes = await connection.run("getBuffer", keys.preview(promptId)).catch(() => undefined);
      if (Buffer.isBuffer(bytes))
        emit({ type: "preview", promptId, mime, bytes, ...(node !== undefined && { node }) });
    } else emit(event);
  };

  const read = async (started: () => void, refused: (error: unknown) => void): Promise<void> => {
    const own = connection.another();
    // The command that waits would hold the process for as long as it waits.
    const end = (): void => {
      own.close();
    };
    closing.signal.addEventListener("abort", end);
    const stream = keys.events(host);
    let from = "0-0";
    let isFirst = true;
    let keptAt = -Infinity;
    /** Workers write to the stream only while it is there: that of a host that has gone ends with its lifetime. */
    const keep = async (): Promise<void> => {
      if (clock.now() - keptAt < keepMs) return;
      const isThere = (await own.run("expire", stream, eventsSeconds)) === 1;
      if (!isThere)
        await own.all([
          ["xadd", stream, "*", "e", "[]"],
          ["expire", stream, eventsSeconds],
        ]);
      keptAt = clock.now();
    };
    try {
      while (!closing.signal.aborted) {
        try {
          const block = isFirst || isLost ? [] : ["BLOCK", blockMs];
          await keep();
          const reply = await own.run("xread", "COUNT", 200, ...block, "STREAMS", stream, from);
          if (isFirst) started();
          isFirst = false;
          setLost(false);
          const entries = ((reply ?? []) as readonly (readonly [string, Entries])[])[0]?.[1] ?? [];
          for (const [id, fields] of entries) {
            from = id;
            for (const event of readBatch(fields[1])) await pass(event);
          }
        } catch (error) {
          if (isFirst) refused(error);
          if (isFirst) return;
          setLost(true);
          keptAt = -Infinity;
          await pause(clock, retryMs, closing.signal).catch(() => undefined);
        }
      }
    } finally {
      closing.signal.removeEventListener("abort", end);
      end();
    }
  };
  const start = (): Promise<void> => {
    reading ??= new Promise<void>((resolve, reject) => {
      void read(resolve, (error) => {
        reading = undefined;
        reject(error);
      });
    });
    return reading;
  };
  /** Asks for the events of a prompt that another process has submitted. */
  const attach = async (promptId: string): Promise<void> => {
    const fields = await readFields(connection, keys, promptId);
    if (fields["set"] === undefined) return;
    await connection.run("hset", keys.prompt(promptId), `w:${host}`, 1);
    for (const worker of workersIn(fields)) await connection.run("publish", keys.toWorker(worker), promptId);
  };

  return {
    /** Resolves, once events flow, to a function that unsubscribes. */
    async subscribe(listener: Listener, promptId: string | undefined): Promise<() => void> {
      closing.signal.throwIfAborted();
      listeners.add(listener);
      try {
        await start();
        if (promptId !== undefined) await attach(promptId);
      } catch (error) {
        listeners.delete(listener);
        throw error;
      }
      return () => {
        listeners.delete(listener);
      };
    },
    close(): void {
      closing.abort(new Error("the queue was closed"));
      listeners.clear();
    },
  };
}
