// A button that opens a list of actions. Arrow keys move through the list; Esc and a click elsewhere close it.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { placeBelow } from "./place-below.js";

export interface MenuItem {
  readonly id: string;
  readonly text: string;
  readonly description?: string;
  readonly disabled?: boolean;
  readonly run: () => void;
}

interface MenuProps {
  /** Accessible name of the button, if its content is not enough. */
  readonly name?: string;
  readonly label: ComponentChildren;
  readonly items: readonly MenuItem[];
  /** CSS class of the button. */
  readonly look?: string;
  readonly side?: "left" | "right";
  readonly onOpen?: () => void;
}

export function Menu({ name, label, items, look = "button", side = "right", onOpen }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const entries = (): readonly HTMLButtonElement[] => [
    ...(root.current?.querySelectorAll<HTMLButtonElement>('[role="menuitem"]:not(:disabled)') ?? []),
  ];
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || button.current === null) return;
    element.style.maxHeight = "";
    const { scrollWidth: width, scrollHeight: height } = element;
    const view = { width: innerWidth, height: innerHeight };
    const place = placeBelow(button.current.getBoundingClientRect(), { width, height }, view, side);
    element.style.left = `${place.left}px`;
    element.style.top = `${place.top}px`;
    element.style.maxHeight = `${place.maxHeight}px`;
  });
  useEffect(() => {
    if (!isOpen) return;
    entries()[0]?.focus({ preventScroll: true });
    const leave = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("scroll", leave, { capture: true });
    return () => {
      document.removeEventListener("scroll", leave, { capture: true });
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
    };
  }, [isOpen]);
  const walk = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = entries();
    const at = all.findIndex((entry) => entry === document.activeElement);
    all[(at + step + all.length) % all.length]?.focus();
  };
  return (
    <div class="menu" ref={root} onKeyDown={isOpen ? walk : undefined}>
      <button
        ref={button}
        type="button"
        class={look}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={name}
        onClick={() => {
          if (!isOpen) onOpen?.();
          setOpen(!isOpen);
        }}
      >
        {label}
      </button>
      {isOpen && (
        <div class="menu-items" ref={list} role="menu">
          {items.map(({ id, text, description, disabled = false, run }) => (
            <button
              key={id}
              type="button"
              role="menuitem"
              class="menu-item"
              disabled={disabled}
              onClick={() => {
                close();
                run();
              }}
            >
              {text}
              {description !== undefined && <small>{description}</small>}
            </button>
          ))}
          {items.length === 0 && <p class="menu-item muted">There is nothing here yet.</p>}
        </div>
      )}
    </div>
  );
}
