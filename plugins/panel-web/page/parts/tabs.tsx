// Tabs (WAI-ARIA pattern "tabs"): arrow keys walk, the panel of the chosen tab is shown.

import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

export interface Tab<Id extends string = string> {
  readonly id: Id;
  readonly title: ComponentChildren;
  readonly count?: number;
}

interface TabsProps<Id extends string> {
  /** Accessible name of the list. */
  readonly name: string;
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  /** The content of the chosen tab. */
  readonly children: ComponentChildren;
}

export function Tabs<Id extends string>({ name, tabs, chosen, onChoose, children }: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${base}-${next.id}`)}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={name} ref={list} onKeyDown={walk}>
        {tabs.map(({ id, title, count }) => (
          <button
            key={id}
            type="button"
            role="tab"
            class="tab"
            id={`${base}-${id}`}
            aria-selected={id === chosen}
            aria-controls={`${base}-panel`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => {
              onChoose(id);
            }}
          >
            {title}
            {count !== undefined && count > 0 && <span class="count">{count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${chosen}`} class="stack">
        {children}
      </div>
    </>
  );
}
