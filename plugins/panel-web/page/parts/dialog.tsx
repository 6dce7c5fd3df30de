// A modal dialog. The browser's dialog element keeps the focus inside, and Esc closes it.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { IconButton } from "./button.js";
import { closeTopLayer, useLayer } from "./layers.js";
import { ToastList } from "./toast-list.js";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** Whether the dialog fills the whole window. */
  readonly full?: boolean;
  /** Content beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The dialog is open as long as the component is rendered. */
export function Dialog({ title, onClose, wide = false, full = false, actions, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayer(true, onClose);
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={full ? "full" : wide ? "wide" : ""}
      aria-labelledby={heading}
      onCancel={(event) => {
        // The browser asks for another reason than the key, such as the gesture that goes back.
        event.preventDefault();
        closeTopLayer();
      }}
      onClick={(event) => {
        // A click on the backdrop has the dialog itself as its target.
        if (event.target === element.current) onClose();
      }}
    >
      <div class="row dialog-head">
        <h2 id={heading} class="grow">
          {title}
        </h2>
        {actions}
        <IconButton icon="close" name="Close" onClick={onClose} />
      </div>
      {children}
      {/* The messages are inside the dialog, because elements behind the dialog cannot be reached and a message can have a button. */}
      <ToastList />
    </dialog>
  );
}
