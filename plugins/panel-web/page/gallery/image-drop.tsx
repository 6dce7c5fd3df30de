// Fills the form with the settings of an image, a workflow or a project that is dropped or pasted anywhere on the view.
// A field for files handles those that are dropped on it.

import { useEffect, useState } from "preact/hooks";
import { isAborted, shownError } from "../api/errors.js";
import { recallFile } from "../draft/recall-file.js";
import { galleryOverlay } from "./overlay.js";

/**
 * Fills the form with the settings of a file, or shows the other actions for an image, or why nothing can be done with
 * the file.
 */
async function takeFile(file: File): Promise<void> {
  try {
    const found = await recallFile(file);
    if (found === true) return;
    const { isImage, error } = found;
    galleryOverlay.value = isImage ? { kind: "dropped", file, error } : { kind: "refused", error };
  } catch (error) {
    if (isAborted(error)) return;
    const shown = shownError(error);
    galleryOverlay.value = { kind: "refused", error: { ...shown, text: `${file.name}: ${shown.text}` } };
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
    const drop = (event: DragEvent): void => {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      // A field that has taken the file has prevented the default.
      if (event.defaultPrevented || file === undefined) return;
      event.preventDefault();
      if (!isBusy()) void takeFile(file);
    };
    const paste = (event: ClipboardEvent): void => {
      const file = event.clipboardData?.files[0];
      if (event.defaultPrevented || file === undefined || isBusy()) return;
      event.preventDefault();
      void takeFile(file);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div class="drop-mark">
      <p>Drop an image, a workflow or a project to fill the form with it</p>
    </div>
  );
}
