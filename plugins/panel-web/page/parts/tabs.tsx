// Tabs (WAI-ARIA pattern "tabs"): arrow keys move between tabs, and the panel of the chosen tab is shown.

import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

export interface Tab<Id extends string = string> {
  readonly id: Id;
  readonly title: ComponentChildren;
  readonly count?: number;
}

interface TabListProps<Id extends string> {
  /** Accessible name of the list. */
  readonly name: string;
  /** Prefix of the ids of tabs and panels. */
  readonly base: string;
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  /** Whether all tabs share one panel, whose content changes. By default, each tab has its own panel. */
  readonly hasOnePanel?: boolean;
}

export const tabIdOf = (base: string, id: string): string => `${base}-tab-${id}`;
export const panelIdOf = (base: string, id: string): string => `${base}-panel-${id}`;

/** The list of tabs without panels, for components that render the panels themselves. */
export function TabList<Id extends string>(props: TabListProps<Id>) {
  const { name, base, tabs, chosen, onChoose, hasOnePanel = false } = props;
  const list = useRef<HTMLDivElement>(null);
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabIdOf(base, next.id))}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={name} ref={list} onKeyDown={walk}>
      {tabs.map(({ id, title, count }) => (
        <button
          key={id}
          type="button"
          role="tab"
          class="bare tab"
          id={tabIdOf(base, id)}
          aria-selected={id === chosen}
          aria-controls={panelIdOf(base, hasOnePanel ? "" : id)}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {title}
          {count !== undefined && count > 0 && <span class="count">{count}</span>}
        </button>
      ))}
    </div>
  );
}

interface TabsProps<Id extends string> extends Pick<
  TabListProps<Id>,
  "name" | "tabs" | "chosen" | "onChoose"
> {
  /** More classes of the panel. */
  readonly look?: string;
  /** The content of the chosen tab. */
  readonly children: ComponentChildren;
}

export function Tabs<Id extends string>({ look = "", children, ...list }: TabsProps<Id>) {
  const base = useId();
  return (
    <>
      <TabList {...list} base={base} hasOnePanel />
      <div
        role="tabpanel"
        id={panelIdOf(base, "")}
        aria-labelledby={tabIdOf(base, list.chosen)}
        class={`stack ${look}`}
      >
        {children}
      </div>
    </>
  );
}
