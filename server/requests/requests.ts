// Requests to other servers: sent with the credentials of profiles, and aborted by their ids.

import { randomUUID } from "node:crypto";
import type { HttpReply, HttpReplyHead, HttpReplyPart, HttpRequest } from "@pictor/client";
import type { Pictor } from "@pictor/host";
import { errorOf, problemFor, withoutUndefined, type Clock, type Problem, type Reply } from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import { isAdministrator, type Caller } from "@pictor/features/base";
import type { ClientInteraction } from "../people/people.js";
import { withSavedFields, type ProfileChanges } from "@pictor/features/profiles";
import { requireConfirmedOrigin } from "./confirm-origin.js";
import { ownerOf, requestInputOf, rejectReferences } from "./request-input.js";
import { keptMs, RequestTable } from "./request-table.js";
import { previewOf, withoutSecrets } from "./reply-body.js";
import { shownProblem, shownReply } from "./shown-reply.js";
import { TextParts } from "./text-parts.js";

export interface RequestsOptions {
  readonly pictor: Pictor;
  readonly people: Pick<ClientInteraction, "for">;
  readonly profileChanges: ProfileChanges;
  readonly clock: Clock;
}

/** The parts of a reply. `failure` has the error of an incomplete body, unless the caller has ended it. */
type Received =
  | HttpReplyHead
  | { readonly type: "chunk"; readonly bytes: Uint8Array }
  | { readonly type: "end"; readonly reply: HttpReply; readonly failure?: { readonly error: unknown } };

const defaultMaxBytes = 10_000_000;

/**
 * Milliseconds for a body that may never end. Server-sent events in reply to a GET are a subscription, which only its
 * reader ends (HTML Standard, EventSource); in reply to another method, such as the output of a language model, they
 * end.
 */
const endlessMs = 3_000;
const answerMs = 300_000;
const readMsOf = (
  { readMs, method = "GET" }: HttpRequest,
  { headers }: HttpReplyHead,
): number | undefined => {
  const type = headers["content-type"] ?? "";
  if (readMs !== undefined) return readMs;
  if (/^multipart\/x-mixed-replace\b/i.test(type)) return endlessMs;
  if (!/^text\/event-stream\b/i.test(type)) return undefined;
  return method.toUpperCase() === "GET" ? endlessMs : answerMs;
};

export function createRequests({ pictor, people, profileChanges, clock }: RequestsOptions) {
  const table = new RequestTable(clock);

  /** Rejects if the caller may not send the request, or `send` rejects. */
  const begin = async (id: string, request: HttpRequest, caller: Caller, signal: AbortSignal) => {
    const isAdmin = isAdministrator(caller);
    if (!isAdmin) rejectReferences(request, pictor.contributions("authSchemes"));
    const owner = ownerOf(request);
    try {
      if (owner !== undefined) {
        const interaction = people.for({ requestId: id, signal });
        await requireConfirmedOrigin(request, caller, { pictor, interaction, signal });
      }
      const startedAtMs = clock.now();
      const input = requestInputOf(request);
      const auth =
        typeof input.auth === "object" ? await withSavedFields(input.auth, owner, pictor) : input.auth;
      const reply = await pictor.send(
        // The cookies of an environment are credentials of its owner.
        { ...input, ...(auth !== undefined && { auth }), ...(!isAdmin && { keptCookies: false }) },
        withoutUndefined({
          signal,
          maxBytes: request.maxBytes ?? defaultMaxBytes,
          timeoutMs: request.timeoutMs,
          addresses: isAdmin ? undefined : "remote",
        }),
      );
      return { reply, startedAtMs, headersMs: clock.now() - startedAtMs };
    } finally {
      // The profile may have changed: the request may have fetched or renewed a token, or the token was refused.
      if (owner !== undefined) await profileChanges.publish(owner).catch(() => undefined);
    }
  };

  const bodyOf = (id: string, { headers }: Reply, bytes: Uint8Array): HttpReply["body"] => {
    const mime = headers["content-type"];
    return {
      bytes: bytes.length,
      href: `/v1/requests/${id}/body`,
      expiresAtMs: clock.now() + keptMs,
      ...(mime !== undefined && { mime: pictor.redact(mime) }),
      ...previewOf(bytes, mime ?? ""),
    };
  };

  /** Sends a request, and yields the parts of its reply. */
  async function* exchange(
    request: HttpRequest,
    caller: Caller,
    signal: AbortSignal,
  ): AsyncGenerator<Received, undefined> {
    const id = request.id ?? randomUUID();
    const running = table.start(id, caller);
    try {
      const ended = AbortSignal.any([signal, running.signal]);
      const { reply, startedAtMs, headersMs } = await begin(id, request, caller, ended).catch(
        (error: unknown) => {
          throw running.signal.aborted
            ? fault("API_STATE_CONFLICT", { what: `The request ${id} was aborted` })
            : error;
        },
      );
      const shown = { id, ...shownReply(reply, pictor.redact), headersMs };
      const { status, url, headers } = shown;
      yield { type: "head", id, status, url, headers, headersMs };
      const chunks: Uint8Array[] = [];
      let failure: { readonly error: unknown } | undefined;
      try {
        for await (const bytes of reply.body) {
          chunks.push(bytes);
          yield { type: "chunk", bytes };
        }
      } catch (error) {
        failure = { error };
      }
      signal.throwIfAborted();
      const bytes = withoutSecrets(Buffer.concat(chunks), reply.headers["content-type"], pictor.redact);
      running.keep(bytes);
      yield {
        type: "end",
        reply: {
          ...shown,
          startedAtMs,
          totalMs: clock.now() - startedAtMs,
          body: { ...bodyOf(id, reply, bytes), ...(failure !== undefined && { isComplete: false as const }) },
        },
        ...(failure !== undefined && !running.signal.aborted && { failure }),
      };
      return undefined;
    } finally {
      // Nothing is kept of a request that has no reply, or whose caller has disconnected.
      running.leave();
    }
  }

  return {
    /** Resolves to the reply. Rejects with `API_STATE_CONFLICT` if the caller has a request with the id, and as `send` does. */
    async send(request: HttpRequest, caller: Caller, signal: AbortSignal): Promise<HttpReply> {
      let stopTimer = (): void => undefined;
      const notes: Problem[] = [];
      try {
        for await (const part of exchange(request, caller, signal)) {
          const readMs = part.type === "head" ? readMsOf(request, part) : undefined;
          if (part.type === "head" && readMs !== undefined)
            stopTimer = clock.after(readMs, () => {
              notes.push(problemFor(fault("API_REPLY_CUT", { readMs })));
              table.remove(part.id, caller);
            });
          if (part.type !== "end") continue;
          if (part.failure === undefined)
            return {
              ...part.reply,
              notes: [...part.reply.notes, ...notes.map((note) => shownProblem(note, pictor.redact))],
            };
          table.remove(part.reply.id, caller);
          throw part.failure.error;
        }
      } finally {
        stopTimer();
      }
      throw new Error("a reply has an end");
    },
    /** Yields the reply as it arrives. Rejects as `send` does until the first part, the head. */
    async *stream(
      request: HttpRequest,
      caller: Caller,
      signal: AbortSignal,
    ): AsyncGenerator<HttpReplyPart, undefined> {
      let body = new TextParts(undefined, pictor.redact);
      for await (const part of exchange(request, caller, signal))
        if (part.type === "head") {
          body = new TextParts(part.headers["content-type"], pictor.redact);
          yield part;
        } else if (part.type === "chunk") yield* body.push(part.bytes);
        else {
          yield* body.end();
          const { failure, ...end } = part;
          const problem = failure && shownProblem(problemFor(errorOf(failure.error)), pictor.redact);
          yield { ...end, ...(problem && { problem }) };
        }
      return undefined;
    },
    /** Returns the body of a reply. Throws `API_THING_UNKNOWN`. */
    body: (id: string, caller: Caller) => table.body(id, caller),
    /**
     * Ends a running request with what has arrived of its reply, or deletes the body of its reply. Throws
     * `API_THING_UNKNOWN`.
     */
    remove(id: string, caller: Caller) {
      table.remove(id, caller);
    },
    /** Aborts all requests. */
    close() {
      table.close();
    },
  };
}

export type Requests = ReturnType<typeof createRequests>;
