// The requests that this page has sent, newest first, without credentials. A reload removes them.

import { signal, type ReadonlySignal } from "@preact/signals";
import type { RequestDraft } from "../draft/request-draft.js";

export interface SentRequest {
  readonly id: string;
  readonly startedAtMs: number;
  readonly method: string;
  readonly url: string;
  readonly draft: RequestDraft;
  readonly status?: number;
  readonly totalMs?: number;
  /** The code of the error, for a request without a reply. */
  readonly error?: string;
}

const limit = 100;
const sent = signal<readonly SentRequest[]>([]);
export const history: ReadonlySignal<readonly SentRequest[]> = sent;

export function remember(entry: SentRequest): void {
  sent.value = [entry, ...sent.value].slice(0, limit);
}

export function clearHistory(): void {
  sent.value = [];
}
