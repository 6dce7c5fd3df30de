// A button that opens a list of actions, which can have a search. Arrow keys move through the list; Esc and a click
// elsewhere close it.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { nextInCircle } from "./choice-keys.js";
import { containsWords } from "./texts.js";
import { useLayer, useLeave } from "./layers.js";
import { placeList } from "./place-below.js";
import { SearchInput } from "./search-input.js";

export interface MenuItem {
  readonly id: string;
  readonly text: string;
  readonly description?: string | undefined;
  readonly disabled?: boolean;
  /** The heading above the first entry of the same group. */
  readonly group?: string;
  readonly run: () => void;
}

interface MenuProps {
  /** Accessible name of the button, if its content is not enough. */
  readonly name?: string;
  readonly label: ComponentChildren;
  readonly items: readonly (MenuItem | false | undefined)[];
  /** CSS class of the button. */
  readonly look?: string;
  /** Whether the label, which is cut where there is no room, ends with a triangle. */
  readonly hasCaret?: boolean;
  readonly side?: "left" | "right";
  readonly onOpen?: () => void;
  /** Accessible name of a search field above the list. Default: no search. */
  readonly search?: string;
}

export function Menu(props: MenuProps) {
  const { name, label, items, look = "button", hasCaret = false, side = "right", onOpen, search } = props;
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState("");
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
  useLayer(isOpen, close);
  useLayoutEffect(() => {
    if (list.current !== null && button.current !== null) placeList(list.current, button.current, side);
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    const first = root.current?.querySelector<HTMLElement>(".menu-search") ?? entries()[0];
    first?.focus({ preventScroll: true });
  }, [isOpen]);
  const leave = (): void => setOpen(false);
  useLeave(isOpen, root, leave, ["pointerdown", "focusin", "scroll"]);
  const shown = items.filter(
    (item): item is MenuItem => !!item && containsWords(`${item.text} ${item.description ?? ""}`, words),
  );
  const walk = (event: KeyboardEvent): void => {
    const all = entries();
    const at = all.findIndex((entry) => entry === document.activeElement);
    const next = nextInCircle(event.key, at, all.length);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };
  return (
    <div class="menu anchor" ref={root} onKeyDown={isOpen ? walk : undefined}>
      <button
        ref={button}
        type="button"
        class={look}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={name}
        onClick={() => {
          if (!isOpen) onOpen?.();
          setWords("");
          setOpen(!isOpen);
        }}
      >
        {hasCaret ? <span class="ellipsis">{label}</span> : label}
        {hasCaret && <span aria-hidden="true">▾</span>}
      </button>
      {isOpen && (
        <div class="menu-items boxed floats" ref={list}>
          {search !== undefined && (
            <SearchInput
              look="menu-search"
              name={search}
              value={words}
              onText={setWords}
              onEnter={(event) => {
                // The key must not press the button, which gets the focus.
                event.preventDefault();
                entries()[0]?.click();
              }}
            />
          )}
          {shown.length > 0 && (
            <div role="menu" aria-label={name}>
              {shown.map(({ id, text, description, disabled = false, group, run }, index) => [
                group !== undefined && group !== shown[index - 1]?.group && (
                  <p key={`in ${group}`} class="menu-group small muted" role="presentation">
                    {group}
                  </p>
                ),
                <button
                  key={id}
                  type="button"
                  role="menuitem"
                  class="bare block menu-item"
                  disabled={disabled}
                  onClick={() => {
                    close();
                    run();
                  }}
                >
                  {text}
                  {description !== undefined && <small class="block muted">{description}</small>}
                </button>,
              ])}
            </div>
          )}
          {shown.length === 0 && (
            <p class="menu-item muted" role="status">
              {words === "" ? "There is nothing here yet." : "Nothing contains these words."}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
