// The running request, and the reply of the last one.

import type { HttpReply } from "@pictor/client";
import { signal, type ReadonlySignal } from "@preact/signals";
import { shownError, type ShownError } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import { saveEditedProfile } from "../auth/profile-edits.js";
import { dismissMissing, inlineAuth, readFiles, request } from "../draft/current-request.js";
import { httpRequest } from "../draft/http-request.js";
import { history } from "../history/history.js";

export type Exchange =
  | { readonly state: "none" | "cancelled" }
  | { readonly state: "running"; readonly id: string; readonly startedAtMs: number }
  | {
      readonly state: "ended";
      readonly reply: HttpReply;
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** The type of `bytes`, with their encoding. */
      readonly mime: string | undefined;
    }
  | { readonly state: "failed"; readonly error: ShownError };

type Ended = Extract<Exchange, { readonly state: "ended" }>;

const current = signal<Exchange>({ state: "none" });
export const exchange: ReadonlySignal<Exchange> = current;
let cancelling: string | undefined;

/**
 * The whole body. A short text is in the reply itself; any other body is requested from the server, which deletes it after some minutes.
 */
async function bodyOf({ id, body }: HttpReply): Promise<Pick<Ended, "bytes" | "mime">> {
  const { text, mime } = body;
  if (text !== undefined && body.isTextComplete === true)
    return { bytes: new TextEncoder().encode(text), mime: mime?.replace(/;\s*charset\s*=.*$/i, "") };
  if (body.bytes === 0) return { bytes: new Uint8Array(), mime };
  const reply = await calls().readRequestBody({ params: { id } });
  return { bytes: new Uint8Array(await reply.arrayBuffer()), mime };
}

export async function sendRequest(): Promise<void> {
  if (current.value.state === "running") return;
  const id = crypto.randomUUID();
  const draft = request.value;
  const startedAtMs = Date.now();
  current.value = { state: "running", id, startedAtMs };
  dismissMissing();
  try {
    await saveEditedProfile(draft.auth.isOn ? draft.auth.profile : undefined);
    const boundary = `pictor-${crypto.randomUUID()}`;
    const body = httpRequest(draft, { inline: inlineAuth.value, files: await readFiles(), boundary });
    // The server cannot cancel what it has not received.
    if (cancelling === id) {
      current.value = { state: "cancelled" };
      return;
    }
    const reply = await calls().sendRequest({ body: { ...body, id } });
    current.value = { state: "ended", reply, ...(await bodyOf(reply)) };
  } catch (error) {
    const shown = shownError(error);
    current.value = cancelling === id ? { state: "cancelled" } : { state: "failed", error: shown };
  }
  void history.load();
}

/** Cancels the running request, including a question that it asks. */
export function cancelRequest(): void {
  if (current.value.state !== "running") return;
  const { id } = current.value;
  cancelling = id;
  // A failure is ignored, because the request may have ended meanwhile.
  calls()
    .deleteRequest({ params: { id } })
    .catch(() => undefined);
}
