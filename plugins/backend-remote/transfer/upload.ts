// Bringing files into the server's input folder, each contents once.

import { abortedWith, PictorError } from "@pictor/kernel/plugin";
import type { Backend } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";
import { readBodyLimit } from "../features.js";
import type { BodyLimit } from "../features.js";
import { send } from "../http.js";
import type { Call, Peer } from "../http.js";
import { hasMoved } from "../link.js";
import type { Link } from "../link.js";
import { sharedWork } from "../shared-work.js";
import { digestOf } from "./contents.js";
import { sendFile } from "./send-file.js";
import { graphName, storedName } from "./stored-name.js";
import type { Place } from "./stored-name.js";

/** Progress is told when so many more bytes, or a hundredth of the file, have gone. */
const stepBytes = 262_144;
/** What is not answered in so long is not worth more: without an answer the file is sent. Milliseconds. */
const questionMs = 20_000;
/** Of so many files it is remembered that the server has them. */
const mostStored = 4_000;

/** A file that the server is known to have, and when that was seen. */
interface Stored {
  readonly place: Place;
  readonly link: Link;
}

/**
 * The instance's `Backend.upload`. A file is named after its contents, and what the server has under that name with
 * that length is not sent again; callers with the same contents at the same time share one upload, which ends when
 * the last of them gives up. The input folder outlives a restart of the server, but is looked at again after one.
 */
export function uploader(peer: Peer, clock: Clock): Backend["upload"] {
  const stored = new Map<string, Stored>();
  const share = sharedWork<string, readonly [sent: number, total: number]>();
  const shareLimit = sharedWork<BodyLimit | undefined>();
  let limit: (BodyLimit & { readonly link: Link }) | undefined;

  /** As the server said it since its last start, as far as it said anything. */
  async function limitOf(signal: AbortSignal): Promise<number | undefined> {
    if (limit !== undefined && !hasMoved(limit.link, peer.link)) return limit.bytes;
    const link = { ...peer.link };
    const told = await shareLimit("", (ending) => readBodyLimit(peer, { signal: ending }), { signal });
    limit = told === undefined ? undefined : { ...told, link };
    return told?.bytes;
  }

  function remember(key: string, known: Stored): void {
    stored.delete(key);
    stored.set(key, known);
    const [oldest] = stored.keys();
    if (stored.size > mostStored && oldest !== undefined) stored.delete(oldest);
  }

  return async (file, { signal, progress } = {}) => {
    const { controller: reading, letGo } = abortedWith(peer.closed, signal);
    const digest = await digestOf(file, reading.signal).finally(letGo);
    const wanted = storedName(file.name, digest.sha256);
    const key = JSON.stringify([wanted.subfolder, digest.sha256, wanted.filename]);
    const { length } = digest;

    async function bring(
      ending: AbortSignal,
      news: (step: readonly [number, number]) => void,
    ): Promise<string> {
      const known = stored.get(key);
      const link = { ...peer.link };
      if (known !== undefined && !hasMoved(known.link, link)) {
        remember(key, known);
        return graphName(known.place);
      }
      const expected = known?.place ?? wanted;
      let place = (await isThere(peer, expected, length, ending)) ? expected : undefined;
      if (place === undefined) {
        const tell = stepped(length, (sent) => {
          news([sent, length]);
        });
        const sending = { file, digest, place: wanted, limit: await limitOf(ending), signal: ending, tell };
        place = await sendFile(peer, clock, sending);
      }
      remember(key, { place, link });
      return graphName(place);
    }

    return share(key, bring, {
      ...(signal === undefined ? {} : { signal }),
      hear: ([sent, total]) => progress?.(sent, total),
    });
  };
}

/** Passes on the first step, the last one, and those that are worth it between. */
function stepped(total: number, tell: (sent: number) => void): (sent: number) => void {
  const step = Math.max(stepBytes, total / 100);
  let told = 0;
  return (sent) => {
    if (sent < total && sent > told && sent - told < step) return;
    told = sent;
    tell(sent);
  };
}

/** Statuses of a server that does not have the file, or does not answer such a question. */
const elsewhere = [400, 403, 404, 405, 406, 410, 416, 500, 501];

/** Whether the server has a file of this name and length. Where it cannot be asked, it has not. */
async function isThere(peer: Peer, place: Place, length: number, signal: AbortSignal): Promise<boolean> {
  const call: Call = {
    method: "HEAD",
    url: peer.routes.view({ ...place, area: "input" }),
    accept: elsewhere,
    timeoutMs: questionMs,
  };
  try {
    return await send(peer, call, { signal }, async (reply) => {
      await reply.discard();
      const { status, headers } = reply;
      const isPlain = headers["content-encoding"] === undefined;
      return status === 200 && isPlain && headers["content-length"] === String(length);
    });
  } catch (error) {
    if (error instanceof PictorError && error.code === "BACKEND_UNREACHABLE") return false;
    throw error;
  }
}
