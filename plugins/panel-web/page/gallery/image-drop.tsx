// Fills the form with the settings of an image, a workflow or a project that is dropped or pasted anywhere on the view.
// A field for files handles those that are dropped on it.

import { useEffect, useState } from "preact/hooks";
import { isAborted, shownError, type ShownError } from "../api/errors.js";
import { recallFile } from "../draft/recall-file.js";
import { openImageDialog } from "./open-image-dialog.js";

const refuse = (error: ShownError): void => openImageDialog(({ Refused }) => Refused, { error });

/**
 * Fills the form with the settings of a file, or shows the other actions for an image, or why nothing can be done with
 * the file.
 */
async function takeFile(file: File): Promise<void> {
  try {
    const found = await recallFile(file);
    if (found === true) return;
    const { isImage, error } = found;
    if (isImage) openImageDialog(({ Dropped }) => Dropped, { file, error });
    else refuse(error);
  } catch (error) {
    if (isAborted(error)) return;
    const shown = shownError(error);
    refuse({ ...shown, text: `${file.name}: ${shown.text}` });
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
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("dragover", over, { signal });
    document.addEventListener("dragleave", leave, { signal });
    document.addEventListener("drop", drop, { signal });
    document.addEventListener("paste", paste, { signal });
    return () => listening.abort();
  }, []);
  if (!isOver) return null;
  return (
    <div class="drop-mark">
      <p>Drop an image, a workflow or a project to fill the form with it</p>
    </div>
  );
}
