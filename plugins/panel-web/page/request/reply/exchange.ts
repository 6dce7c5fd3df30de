// The running request, and the reply of the last one.

import type { HttpReply, HttpReplyData } from "@pictor/client";
import { signal, type ReadonlySignal } from "@preact/signals";
import { shownError, shownProblem, type ShownError } from "../../api/errors.js";
import { calls, client } from "../../api/session.js";
import { chosenDraft, chosenProfile, chosenScheme, noteSent } from "../auth/chosen-auth.js";
import { wholeRequest } from "../auth/whole-request.js";
import { missingValues, request } from "../draft/current-request.js";
import { history } from "../history/history.js";
import { refusedCertificate, type RefusedCertificate } from "./refused-certificate.js";

/** The credentials with which a request was sent; the form may show others since. */
export interface SentAuth {
  readonly type: string;
  readonly title: string;
  /** The saved profile; undefined for fields of the request itself. */
  readonly profile: string | undefined;
}

export type Exchange =
  | { readonly state: "none" | "cancelled" }
  | {
      readonly state: "running";
      readonly id: string;
      readonly startedAtMs: number;
      /** The beginning of a reply that comes slowly. */
      readonly begun?: Pick<HttpReply, "status"> & Pick<Ended, "bytes" | "mime">;
    }
  | {
      readonly state: "ended";
      readonly reply: HttpReply;
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** The type of `bytes`, with their encoding. */
      readonly mime: string | undefined;
      readonly sentAuth: SentAuth | undefined;
    }
  | {
      readonly state: "failed";
      readonly error: ShownError;
      /** The certificate because of which the server was refused. */
      readonly certificate?: RefusedCertificate;
    };

type Ended = Extract<Exchange, { readonly state: "ended" }>;

const current = signal<Exchange>({ state: "none" });
export const exchange: ReadonlySignal<Exchange> = current;
let cancelling: string | undefined;

/** What is looked for in the body of the reply: it stays when the reply has come whole, and goes with the next request. */
export const wantedInBody = signal("");

/**
 * The whole body. A short text is in the reply itself; any other body is requested from the server, which deletes it
 * after some minutes.
 */
async function bodyOf({ id, body }: HttpReply): Promise<Pick<Ended, "bytes" | "mime">> {
  const { text, mime } = body;
  if (text !== undefined && body.isTextComplete === true)
    return { bytes: new TextEncoder().encode(text), mime: withoutCharset(mime) };
  if (body.bytes === 0) return { bytes: new Uint8Array(), mime };
  const reply = await calls().readRequestBody({ params: { id } });
  return { bytes: new Uint8Array(await reply.arrayBuffer()), mime };
}

const withoutCharset = (mime: string | undefined): string | undefined =>
  mime?.replace(/;\s*charset\s*=.*$/i, "");

/** Bytes of a reply that are shown while it comes. The whole body is shown at its end. */
const maxBegunBytes = 200_000;

function addData({ text, base64 = "" }: HttpReplyData): void {
  const running = current.value;
  if (running.state !== "running" || running.begun === undefined) return;
  const { begun } = running;
  if (begun.bytes.length > maxBegunBytes) return;
  const more =
    text === undefined
      ? Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      : new TextEncoder().encode(text);
  const bytes = new Uint8Array(begun.bytes.length + more.length);
  bytes.set(begun.bytes);
  bytes.set(more, begun.bytes.length);
  current.value = { ...running, begun: { ...begun, bytes } };
}

function shownAuth(): SentAuth | undefined {
  const { type } = chosenDraft.value;
  if (!request.value.auth.isOn || type === "none") return undefined;
  return { type, title: chosenScheme.value?.title ?? type, profile: chosenProfile.value?.name };
}

export async function sendRequest(): Promise<void> {
  if (current.value.state === "running") return;
  const id = crypto.randomUUID();
  const startedAtMs = Date.now();
  current.value = { state: "running", id, startedAtMs };
  wantedInBody.value = "";
  missingValues.value = [];
  try {
    const sentAuth = shownAuth();
    const body = await wholeRequest();
    // The server cannot cancel what it has not received.
    if (cancelling === id) {
      current.value = { state: "cancelled" };
      return;
    }
    noteSent();
    for await (const part of client().streamRequest({ ...body, id })) {
      if (part.type === "head") {
        const { status, headers } = part;
        const begun = { status, mime: withoutCharset(headers["content-type"]), bytes: new Uint8Array() };
        current.value = { state: "running", id, startedAtMs, begun };
      } else if (part.type === "data") addData(part);
      else if (part.problem === undefined)
        current.value = { state: "ended", reply: part.reply, ...(await bodyOf(part.reply)), sentAuth };
      else current.value = { state: "failed", error: shownProblem(part.problem) };
    }
  } catch (error) {
    const certificate = refusedCertificate(error);
    current.value =
      cancelling === id
        ? { state: "cancelled" }
        : { state: "failed", error: shownError(error), ...(certificate && { certificate }) };
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
