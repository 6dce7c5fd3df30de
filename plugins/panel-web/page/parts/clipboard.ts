// Copies a text to the clipboard, and shows a message.

import { dismissToast, showLasting, showToast } from "./toasts.js";

/** The id of the message that the browser did not allow to copy. The next copy dismisses the message. */
let refusal: number | undefined;

export async function copyText(text: string, what: string): Promise<void> {
  if (refusal !== undefined) dismissToast(refusal);
  try {
    await navigator.clipboard.writeText(text);
    showToast(`${what} copied.`);
  } catch {
    refusal = showLasting("The browser did not allow copying. Select the text, and press Ctrl+C.");
  }
}
