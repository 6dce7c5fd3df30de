// A file of this machine: chosen with the browser's own dialog, or dropped on an element.

import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Button } from "./button.js";

type TakeFile = (file: File) => void;

interface FileButtonProps {
  readonly onFile: TakeFile;
  /** The endings and media types that the dialog offers. */
  readonly accept?: string | undefined;
  /** Accessible name of the field that takes the file. */
  readonly name?: string;
  /** The tooltip of the button. */
  readonly title?: string;
  readonly children: ComponentChildren;
}

export function FileButton({ onFile, accept, name, title, children }: FileButtonProps) {
  const picker = useId();
  return (
    <>
      <Button title={title} onClick={() => document.getElementById(picker)?.click()}>
        {children}
      </Button>
      <input
        id={picker}
        type="file"
        hidden
        accept={accept}
        aria-label={name}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) onFile(file);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}

/** The handlers of an element on which a file can be dropped, and whether the pointer is over it with one. */
export function useFileDrop(onFile: TakeFile) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (): void => setOver(false),
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) onFile(file);
    },
  };
  return { isOver, handlers };
}
