// Copies a text to the clipboard, and shows a message.

import { showToast } from "./toasts.js";

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(`${what} copied.`);
  } catch {
    showToast(`The browser did not allow to copy. Select the text, and press Ctrl+C.`);
  }
}
