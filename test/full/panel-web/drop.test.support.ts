// Drops a file on an element of a page, as the browser reports it.

import type { Page } from "playwright-core";

/** `selector` names the element, `name` is that of the file, whose type the browser would guess by it. */
export const dropFile = (page: Page, selector: string, name: string, bytes: Uint8Array): Promise<unknown> => {
  const type =
    { json: "application/json", png: "image/png", txt: "text/plain" }[name.split(".").at(-1) ?? ""] ?? "";
  return page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(Buffer.from(bytes).toString("base64"))}), (each) => each.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }));
    const common = { bubbles: true, cancelable: true, dataTransfer: data };
    const target = document.querySelector(${JSON.stringify(selector)});
    for (const type of ["dragenter", "dragover", "drop"]) target.dispatchEvent(new DragEvent(type, common));
  })()`);
};
