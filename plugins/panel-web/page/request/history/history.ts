// The requests that were sent, newest first. The server keeps them, without secrets.

import type { SentRequest } from "@pictor/client";
import { signal } from "@preact/signals";
import { createResource } from "../../api/resource.js";
import { calls } from "../../api/session.js";
import { inlineAuth, openRequest, request } from "../draft/current-request.js";
import { openedRequest } from "./opened-request.js";

/** As many as the server keeps. */
const limit = 500;

/** Words that the method, the address or the profile contain. */
export const historySearch = signal("");

export const history = createResource((abort) => {
  const search = historySearch.peek().trim();
  return calls().listSentRequests({ query: { limit, ...(search !== "" && { search }) }, signal: abort });
});

/** Puts a request into the editor again. Resolves to false if values are missing that the history has not kept. */
export async function openSent({ id }: SentRequest, signal: AbortSignal): Promise<boolean> {
  const sent = await calls().readSentRequest({ params: { id }, signal });
  const opened = openedRequest(sent, { draft: request.peek(), inline: inlineAuth.peek() });
  openRequest(opened, opened.missing);
  return opened.missing.length === 0;
}

export async function forgetSent({ id }: SentRequest): Promise<void> {
  await calls().deleteSentRequest({ params: { id } });
  await history.load();
}

export async function clearHistory(): Promise<void> {
  await calls().clearSentRequests({ body: {} });
  await history.load();
}
