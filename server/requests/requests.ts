// Requests to other servers: sent with the credentials of profiles, and aborted by their ids. Bodies of replies are
// kept for minutes.

import { randomUUID } from "node:crypto";
import type { HttpReply, HttpReplyData, HttpReplyEnd, HttpReplyHead, HttpRequest } from "@pictor/client";
import { type Clock, type HostRequest, type Pictor, type Reply } from "@pictor/host";
import type { Holder } from "../access/credentials.js";
import { fault } from "../contract/faults.js";
import { includesScope } from "../contract/scopes.js";
import type { ClientInteraction } from "../people/people.js";
import { savedFields, withHidden } from "../profiles/auth-draft.js";
import type { ProfileChanges } from "../profiles/profile-changes.js";
import { requireConfirmedOrigin } from "./confirm-origin.js";
import { requestInputOf, rejectReferences } from "./request-input.js";
import { previewOf, withoutSecrets } from "./reply-body.js";
import { shownReply } from "./shown-reply.js";
import { TextParts } from "./text-parts.js";

export interface Requests {
  /** Resolves to the reply. Rejects with `API_STATE_CONFLICT` if the caller has a request with the id, and as `send` does. */
  send(request: HttpRequest, holder: Holder, signal: AbortSignal): Promise<HttpReply>;
  /** The reply while it comes. Rejects as `send` does until the first part, the head. */
  stream(request: HttpRequest, holder: Holder, signal: AbortSignal): AsyncGenerator<Part, undefined>;
  /** Returns the body of a reply. Throws `API_THING_UNKNOWN`. */
  body(id: string, holder: Holder): Uint8Array;
  /** Ends a running request with what has come of its reply, or deletes the body of its reply. Throws `API_THING_UNKNOWN`. */
  remove(id: string, holder: Holder): void;
  /** Aborts all requests. */
  close(): void;
}

export interface RequestsOptions {
  readonly pictor: Pictor;
  readonly people: Pick<ClientInteraction, "for">;
  readonly profileChanges: ProfileChanges;
  readonly clock: Clock;
}

/** A part of a reply; the last one has the error of a body that did not come to its end. */
export type Part =
  | HttpReplyHead
  | HttpReplyData
  | (Omit<HttpReplyEnd, "problem"> & { readonly failure?: { readonly error: unknown } | undefined });

type Entry =
  | { readonly state: "running"; readonly controller: AbortController }
  | { readonly state: "ended"; readonly bytes: Uint8Array; readonly stopTimer: () => void };

const defaultMaxBytes = 10_000_000;
/** Size limit of all bodies together, in bytes; the oldest are deleted first. */
const maxKeptBytes = 100_000_000;
const keptMs = 300_000;
/** Requests that run at the same time. One token cannot take them all: a reply runs for as long as its client reads it. */
const maxRunning = 64;
const maxRunningOfToken = 32;

const endless = /^(?:text\/event-stream|multipart\/x-mixed-replace)\b/i;
const endlessMs = 3_000;
const readMsOf = ({ readMs }: HttpRequest, { headers }: Reply): number | undefined =>
  readMs ?? (endless.test(headers["content-type"] ?? "") ? endlessMs : undefined);

/** The saved profile whose credentials a request sends. */
export const ownerOf = ({ auth, profile }: HttpRequest): string | undefined =>
  typeof auth === "string" ? auth : profile;

/** Fills in the values of a saved profile that its client has changed and is not shown. */
async function withSavedValues(input: HostRequest, pictor: Pictor): Promise<HostRequest> {
  const { auth, profile } = input;
  if (typeof auth !== "object" || profile === undefined) return input;
  const saved = await savedFields(profile, auth.type, pictor);
  return { ...input, auth: withHidden(auth, saved) as typeof auth };
}

export function createRequests({ pictor, people, profileChanges, clock }: RequestsOptions): Requests {
  /** The keys contain token and id, so that no token reaches the requests of another one. Oldest first. */
  const entries = new Map<string, Entry>();
  const keyOf = (id: string, { tokenId }: Holder): string => `${tokenId}/${id}`;
  const entryOf = (id: string, holder: Holder): Entry => {
    const found = entries.get(keyOf(id, holder));
    if (found === undefined)
      throw fault("API_THING_UNKNOWN", { kind: "request", id, list: "/v1/requests/ID" });
    return found;
  };
  const forget = (key: string): void => {
    const entry = entries.get(key);
    if (entry?.state === "ended") entry.stopTimer();
    entries.delete(key);
  };
  const keep = (key: string, bytes: Uint8Array): void => {
    const stopTimer = clock.after(keptMs, () => {
      forget(key);
    });
    entries.delete(key);
    entries.set(key, { state: "ended", bytes, stopTimer });
    let total = 0;
    for (const [other, entry] of [...entries].reverse()) {
      if (entry.state === "running") continue;
      total += entry.bytes.length;
      if (total > maxKeptBytes) forget(other);
    }
  };

  /** Rejects if the caller may not send the request, or `send` rejects. */
  const begin = async (id: string, request: HttpRequest, holder: Holder, signal: AbortSignal) => {
    const isAdmin = includesScope(holder.scopes, "admin");
    if (!isAdmin) rejectReferences(request, pictor.contributions("authSchemes"));
    const owner = ownerOf(request);
    try {
      if (owner !== undefined) {
        const interaction = people.for({ requestId: id, signal });
        await requireConfirmedOrigin(request, holder, { pictor, interaction, signal });
      }
      const startedAtMs = clock.now();
      const reply = await pictor.send(await withSavedValues(requestInputOf(request), pictor), {
        ...{ signal, maxBytes: request.maxBytes ?? defaultMaxBytes },
        ...(request.timeoutMs !== undefined && { timeoutMs: request.timeoutMs }),
        ...(!isAdmin && { addresses: "remote" as const }),
      });
      return { reply, startedAtMs, headersMs: clock.now() - startedAtMs };
    } finally {
      // The profile may have changed: the request may have fetched or renewed a token, or the token was refused.
      if (owner !== undefined) await profileChanges.publish(owner).catch(() => undefined);
    }
  };

  const ended = (
    id: string,
    begun: Awaited<ReturnType<typeof begin>>,
    raw: Uint8Array,
    isComplete: boolean,
  ) => {
    const { reply, startedAtMs, headersMs } = begun;
    const mime = reply.headers["content-type"];
    const bytes = withoutSecrets(raw, mime, pictor.redact);
    return {
      bytes,
      reply: {
        ...{ id, ...shownReply(reply, pictor.redact) },
        ...{ startedAtMs, headersMs, totalMs: clock.now() - startedAtMs },
        body: {
          ...{ bytes: bytes.length, href: `/v1/requests/${id}/body`, expiresAtMs: clock.now() + keptMs },
          ...(mime !== undefined && { mime: pictor.redact(mime) }),
          ...previewOf(bytes, mime ?? ""),
          ...(!isComplete && { isComplete: false as const }),
        },
      },
    };
  };

  /** The parts of a reply, without its `data` if nobody follows it. The error of a body that ends too early stands in the last part. */
  async function* exchange(
    request: HttpRequest,
    holder: Holder,
    signal: AbortSignal,
    isFollowed: boolean,
  ): AsyncGenerator<Part, undefined> {
    const id = request.id ?? randomUUID();
    const key = keyOf(id, holder);
    if (entries.has(key)) throw fault("API_STATE_CONFLICT", { what: `There is a request ${id} already` });
    const running = [...entries].flatMap(([one, { state }]) => (state === "running" ? [one] : []));
    const own = running.filter((one) => one.startsWith(keyOf("", holder)));
    if (running.length >= maxRunning || own.length >= maxRunningOfToken)
      throw fault("API_TOO_MANY", { what: "requests that run", seconds: 10 });
    const controller = new AbortController();
    entries.set(key, { state: "running", controller });
    let stopTimer = (): void => undefined;
    try {
      const begun = await begin(id, request, holder, AbortSignal.any([signal, controller.signal])).catch(
        (error: unknown) => {
          throw controller.signal.aborted
            ? fault("API_STATE_CONFLICT", { what: `The request ${id} was aborted` })
            : error;
        },
      );
      const { reply, headersMs } = begun;
      const { status, url, headers } = shownReply(reply, pictor.redact);
      yield { type: "head", ...{ id, status, url, headers, headersMs } };
      const readMs = isFollowed ? undefined : readMsOf(request, reply);
      if (readMs !== undefined)
        stopTimer = clock.after(readMs, () => {
          controller.abort();
        });
      const [chunks, parts] = [
        [] as Uint8Array[],
        new TextParts(reply.headers["content-type"], pictor.redact),
      ];
      let failure: { readonly error: unknown } | undefined;
      try {
        for await (const chunk of reply.body) {
          chunks.push(chunk);
          if (isFollowed) yield* parts.push(chunk);
        }
      } catch (error) {
        failure = { error };
      }
      if (isFollowed) yield* parts.end();
      signal.throwIfAborted();
      const last = ended(id, begun, Buffer.concat(chunks), failure === undefined);
      keep(key, last.bytes);
      const isFailed = failure !== undefined && !controller.signal.aborted;
      yield { type: "end", reply: last.reply, ...(isFailed && { failure }) };
      return undefined;
    } finally {
      stopTimer();
      // Nothing is kept of a request that has no reply, or whose caller has left.
      if (entries.get(key)?.state === "running") {
        controller.abort();
        forget(key);
      }
    }
  }

  return {
    async send(request, holder, signal) {
      for await (const part of exchange(request, holder, signal, false)) {
        if (part.type !== "end") continue;
        if (part.failure === undefined) return part.reply;
        forget(keyOf(part.reply.id, holder));
        throw part.failure.error;
      }
      throw new Error("a reply has an end");
    },
    stream: (request, holder, signal) => exchange(request, holder, signal, true),
    body(id, holder) {
      const entry = entryOf(id, holder);
      if (entry.state === "ended") return entry.bytes;
      throw fault("API_STATE_CONFLICT", { what: `The request ${id} has no reply yet` });
    },
    remove(id, holder) {
      const entry = entryOf(id, holder);
      if (entry.state === "running") entry.controller.abort();
      else forget(keyOf(id, holder));
    },
    close() {
      for (const [key, entry] of entries)
        if (entry.state === "running") entry.controller.abort();
        else forget(key);
    },
  };
}
