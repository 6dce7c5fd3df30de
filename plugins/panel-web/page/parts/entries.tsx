// A list of things, each with its state, its name, facts about it, and what can be done with it.

import type { ComponentChildren, VNode } from "preact";

/** The colour of a state. */
export type Tone = "good" | "warning" | "error" | "off";

interface EntryProps {
  readonly tone?: Tone;
  readonly title: ComponentChildren;
  /** Content beside the title. */
  readonly beside?: ComponentChildren;
  /** What the thing is or says. */
  readonly text?: ComponentChildren;
  /** Each has a line of its own. */
  readonly facts?: readonly (string | undefined)[];
  readonly error?: string | undefined;
  /** What can be done with it. */
  readonly children?: ComponentChildren;
}

export const Entry = ({ tone, title, beside, text, facts = [], error, children }: EntryProps) => (
  <li class="row wrap entry">
    {tone !== undefined && <span class={`dot ${tone}`} />}
    <span class="grow">
      <span class="row wrap">
        <strong class="break">{title}</strong>
        {beside}
      </span>
      {text && <span class="small block break">{text}</span>}
      {facts.map(
        (fact, index) =>
          fact && (
            <span key={index} class="small muted block break">
              {fact}
            </span>
          ),
      )}
      {error && <span class="small error block break">{error}</span>}
    </span>
    {children}
  </li>
);

interface EntriesProps<T> {
  /** Accessible name. */
  readonly name?: string;
  readonly of: readonly T[];
  /** What is shown without any; absent if something else says so. */
  readonly none?: string | undefined;
  readonly children: (thing: T, index: number) => VNode;
}

export const Entries = <T,>({ name, of, none, children }: EntriesProps<T>) =>
  of.length === 0 && none !== undefined ? (
    <p class="muted">{none}</p>
  ) : (
    <ul class="entries" aria-label={name}>
      {of.map((thing, index) => children(thing, index))}
    </ul>
  );
