// The dialog above the view. Its code is loaded when it is opened. It goes with the view, and comes back with it.

import { signal } from "@preact/signals";
import type { ComponentType, VNode } from "preact";
import { shownError } from "../api/errors.js";
import { showLasting } from "../parts/toasts.js";
import { placeView } from "./place.js";

export interface Closable {
  readonly onClose: () => void;
}

const opened = signal<{ readonly view: string; readonly dialog: VNode } | undefined>(undefined);

const onClose = (): void => {
  opened.value = undefined;
};

/** Opens a dialog in place of the one before it. `props` are those besides `onClose`. */
export function openDialog<Props extends object>(
  load: () => Promise<ComponentType<NoInfer<Props> & Closable>>,
  props: Props,
): void {
  load().then(
    (Dialog) => (opened.value = { view: placeView.peek(), dialog: <Dialog {...props} onClose={onClose} /> }),
    (error: unknown) => showLasting(shownError(error).text),
  );
}

export const isDialogOpen = (): boolean => opened.value !== undefined;

export const OpenDialog = () => (opened.value?.view === placeView.value ? opened.value.dialog : null);
