// Fills the form with the settings of an image that is dropped or pasted anywhere on the view. A field for images handles files that are
// dropped on it.

import { useEffect, useState } from "preact/hooks";
import { isAborted, shownError } from "../api/errors.js";
import { calls } from "../api/session.js";
import { recall } from "../draft/current-draft.js";
import { showToast } from "../parts/toasts.js";
import { galleryOverlay } from "./overlay.js";

/** Fills the form with the settings of an image, or shows the other actions for the image. */
export async function takeImage(file: File): Promise<void> {
  try {
    const { recall: found, refusal, notes } = await calls().inspect({ bytes: file });
    if (found !== undefined) recall(found, notes);
    else
      galleryOverlay.value = {
        ...{ kind: "dropped", file },
        ...(refusal ?? { reason: "it has no settings", advice: "" }),
      };
  } catch (error) {
    if (isAborted(error)) return;
    const { text, hint } = shownError(error);
    showToast([`${file.name}: ${text}`, hint].filter(Boolean).join(" "));
  }
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

export function ImageDrop() {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const isBusy = (): boolean => document.querySelector("dialog[open]") !== null;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      // Without this call, the browser would leave the page and open the image.
      event.preventDefault();
      setOver(!isBusy());
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const end = (): void => {
      setOver(false);
    };
    const drop = (event: DragEvent): void => {
      const file = event.dataTransfer?.files[0];
      if (event.defaultPrevented || file === undefined) return;
      event.preventDefault();
      if (!isBusy()) void takeImage(file);
    };
    const paste = (event: ClipboardEvent): void => {
      const file = event.clipboardData?.files[0];
      if (event.defaultPrevented || file === undefined || isBusy()) return;
      event.preventDefault();
      void takeImage(file);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    // A field that takes the file stops the event before it reaches the view. The drop mark is removed in any case.
    document.addEventListener("drop", end, { capture: true });
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", end, { capture: true });
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div class="drop-mark">
      <p>Drop the image to get its settings back</p>
    </div>
  );
}
