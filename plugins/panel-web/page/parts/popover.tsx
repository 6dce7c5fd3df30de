// A button that opens a small panel with text. Esc and a click elsewhere close it.

import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icon.js";
import { useLayer, useLeave } from "./layers.js";

interface PopoverProps {
  readonly icon: IconName;
  /** Accessible name of the button and of the panel. */
  readonly name: string;
  readonly children: ComponentChildren;
}

export function Popover({ icon, name, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useId();
  useLayer(isOpen, () => {
    setOpen(false);
    button.current?.focus();
  });
  useLeave(isOpen, root, () => setOpen(false));
  return (
    <span class="popover anchor" ref={root}>
      <button
        ref={button}
        type="button"
        class="button plain icon-only"
        aria-label={name}
        title={name}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={icon} />
      </button>
      <span
        id={panel}
        class="popover-panel card floats"
        role="group"
        aria-label={name}
        hidden={!isOpen}
        tabIndex={-1}
      >
        {children}
      </span>
    </span>
  );
}
