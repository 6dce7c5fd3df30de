// Short messages, most of which disappear by themselves. A failure is shown next to its cause; one that has no place there is a
// message that stays.

import { signal, type ReadonlySignal } from "@preact/signals";

interface Toast {
  readonly id: number;
  readonly text: string;
  /** A single action, such as the undo of a deletion. */
  readonly action?: { readonly text: string; readonly run: () => void };
}

const shownMs = 6000;
const withActionMs = 12_000;
const shown = signal<readonly Toast[]>([]);
let last = 0;

export const toasts: ReadonlySignal<readonly Toast[]> = shown;

export function dismissToast(id: number): void {
  shown.value = shown.value.filter((toast) => toast.id !== id);
}

/** Shows a message that stays until it is dismissed, and returns its id. */
export function showLasting(text: string, action?: Toast["action"]): number {
  const id = ++last;
  shown.value = [...shown.value.slice(-3), { id, text, ...(action !== undefined && { action }) }];
  return id;
}

export function showToast(text: string, action?: Toast["action"]): void {
  const id = showLasting(text, action);
  setTimeout(() => dismissToast(id), action === undefined ? shownMs : withActionMs);
}

/** Says what was done, with a button that takes it back. */
export function showUndo(text: string, undo: () => void): void {
  showToast(text, { text: "Undo", run: undo });
}
