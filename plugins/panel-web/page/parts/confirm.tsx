// The question before what cannot be undone. The safe answer has the focus.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button } from "./button.js";
import { Dialog } from "./dialog.js";

interface ConfirmDialogProps {
  /** The question, such as "Delete the profile home?". */
  readonly title: string;
  /** The button that does it. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What will happen. */
  readonly children: ComponentChildren;
}

export function ConfirmDialog({ title, action, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        {children}
        <div class="row wrap">
          <Button look="danger" onClick={onConfirm}>
            {action}
          </Button>
          <Button autofocus onClick={onClose}>
            Keep it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface ConfirmButtonProps extends Pick<ConfirmDialogProps, "title" | "action" | "children" | "onConfirm"> {
  readonly disabled?: boolean;
  /** The tooltip of the button. */
  readonly about?: string;
}

/** A button that asks first. Its text is that of the action. */
export function ConfirmButton({ disabled = false, about, onConfirm, ...question }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  return (
    <>
      <Button look="danger" disabled={disabled} title={about} onClick={() => setAsking(true)}>
        {question.action}
      </Button>
      {isAsking && (
        <ConfirmDialog
          {...question}
          onClose={close}
          onConfirm={() => {
            close();
            onConfirm();
          }}
        />
      )}
    </>
  );
}
