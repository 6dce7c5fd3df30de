// Drops or pastes a file on an element of a page, as the browser reports it.

import type { Page } from "playwright-core";

const types: Readonly<Record<string, string>> = {
  json: "application/json",
  png: "image/png",
  txt: "text/plain",
};

/** `send` is the code that dispatches the events of `data` on `target`. */
const giveFile =
  (send: string) =>
  /** `selector` names the element, `name` is that of the file, whose type the browser would guess by it. */
  (page: Page, selector: string, name: string, bytes: Uint8Array): Promise<unknown> =>
    page.evaluate(`(() => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(Buffer.from(bytes).toString("base64"))}), (each) => each.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(types[name.split(".").at(-1) ?? ""] ?? "")} }));
      const common = { bubbles: true, cancelable: true };
      const target = document.querySelector(${JSON.stringify(selector)});
      ${send}
    })()`);

export const dropFile = giveFile(
  'for (const type of ["dragenter", "dragover", "drop"]) target.dispatchEvent(new DragEvent(type, { ...common, dataTransfer: data }));',
);
export const pasteFile = giveFile(
  'target.dispatchEvent(new ClipboardEvent("paste", { ...common, clipboardData: data }));',
);
