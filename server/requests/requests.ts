// Requests to other servers: sent with the credentials of profiles, and aborted by their ids. Bodies of replies are
// kept for minutes.

import { randomUUID } from "node:crypto";
import type { HttpReply, HttpRequest } from "@pictor/client";
import { type Clock, type Pictor, type Reply } from "@pictor/host";
import type { Holder } from "../access/credentials.js";
import { fault } from "../contract/faults.js";
import { includesScope } from "../contract/scopes.js";
import type { ClientInteraction } from "../people/people.js";
import type { ProfileChanges } from "../profiles/profile-changes.js";
import { requireConfirmedOrigin } from "./confirm-origin.js";
import { requestInputOf, rejectReferences } from "./request-input.js";
import { previewOf, withoutSecrets } from "./reply-body.js";

export interface Requests {
  /** Resolves to the reply. Rejects with `API_STATE_CONFLICT` if the caller has a request with the id, and as `send` does. */
  send(request: HttpRequest, holder: Holder, signal: AbortSignal): Promise<HttpReply>;
  /** Returns the body of a reply. Throws `API_THING_UNKNOWN`. */
  body(id: string, holder: Holder): Uint8Array;
  /** Aborts a running request, or deletes the body of its reply. Throws `API_THING_UNKNOWN`. */
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

type Entry =
  | { readonly state: "running"; readonly controller: AbortController }
  | { readonly state: "ended"; readonly bytes: Uint8Array; readonly stopTimer: () => void };

const defaultMaxBytes = 10_000_000;
/** Size limit of all bodies together, in bytes; the oldest are deleted first. */
const maxKeptBytes = 100_000_000;
const keptMs = 300_000;
const maxRunning = 64;

const shownReply = (reply: Reply, redact: (text: string) => string) => ({
  status: reply.status,
  url: reply.url,
  headers: Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, redact(value)])),
  hops: reply.hops.map(({ method, url, status, sentHeaders }) => ({
    ...{ method, url, status },
    sentHeaders: sentHeaders.map(([name, value]) => ({ name, value })),
  })),
  notes: reply.notes.map(({ code, message, hint }) => ({
    ...{ code, message: redact(message) },
    ...(hint !== undefined && { hint: redact(hint) }),
  })),
});

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

  const exchange = async (id: string, request: HttpRequest, holder: Holder, signal: AbortSignal) => {
    const isAdmin = includesScope(holder.scopes, "admin");
    if (!isAdmin) rejectReferences(request, pictor.contributions("authSchemes"));
    if (typeof request.auth === "string") {
      const interaction = people.for({ requestId: id, signal });
      await requireConfirmedOrigin(request, holder, { pictor, interaction, signal });
    }
    const startedAtMs = clock.now();
    const reply = await pictor.send(requestInputOf(request), {
      ...{ signal, maxBytes: request.maxBytes ?? defaultMaxBytes },
      ...(request.timeoutMs !== undefined && { timeoutMs: request.timeoutMs }),
      ...(!isAdmin && { addresses: "remote" as const }),
    });
    const headersMs = clock.now() - startedAtMs;
    const bytes = withoutSecrets(await reply.bytes(), reply.headers["content-type"], pictor.redact);
    return { reply, bytes, startedAtMs, headersMs, totalMs: clock.now() - startedAtMs };
  };

  return {
    async send(request, holder, signal) {
      const id = request.id ?? randomUUID();
      const key = keyOf(id, holder);
      if (entries.has(key)) throw fault("API_STATE_CONFLICT", { what: `There is a request ${id} already` });
      const running = [...entries.values()].filter(({ state }) => state === "running").length;
      if (running >= maxRunning) throw fault("API_TOO_MANY", { what: "requests that run", seconds: 10 });
      const controller = new AbortController();
      entries.set(key, { state: "running", controller });
      const ended = AbortSignal.any([signal, controller.signal]);
      try {
        const { reply, bytes, ...times } = await exchange(id, request, holder, ended);
        keep(key, bytes);
        const mime = reply.headers["content-type"];
        return {
          ...{ id, ...shownReply(reply, pictor.redact), ...times },
          body: {
            ...{ bytes: bytes.length, href: `/v1/requests/${id}/body`, expiresAtMs: clock.now() + keptMs },
            ...(mime !== undefined && { mime: pictor.redact(mime) }),
            ...previewOf(bytes, mime ?? ""),
          },
        };
      } catch (error) {
        forget(key);
        if (controller.signal.aborted)
          throw fault("API_STATE_CONFLICT", { what: `The request ${id} was aborted` });
        throw error;
      } finally {
        // The profile may have changed: the request may have fetched or renewed a token, or the token was refused.
        if (typeof request.auth === "string")
          await profileChanges.publish(request.auth).catch(() => undefined);
      }
    },
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
