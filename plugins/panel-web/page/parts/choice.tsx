// A choice among known values (WAI-ARIA pattern "select-only combobox"). Combobox is for values that can also be typed.

import { useId, useRef, useState } from "preact/hooks";
import { nextActive, typeAhead, type Typed } from "./choice-keys.js";
import type { ControlAttributes } from "./control-attributes.js";
import { Icon } from "./icon.js";
import { useLayer } from "./layers.js";
import { activeId, OptionList } from "./option-list.js";

export interface ChoiceProps<Value extends string> {
  readonly control: ControlAttributes;
  readonly value: Value;
  /** The values with their texts. */
  readonly choices: readonly (readonly [value: Value, text: string])[];
  /** The text of a value that is none of the choices. */
  readonly unknown?: string;
  readonly onChange: (value: Value) => void;
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { control, value, choices, unknown, onChange } = props;
  const list = useId();
  /** Undefined while the list is closed. */
  const [active, setActive] = useState<number | undefined>();
  const typed = useRef<Typed>({ text: "", atMs: 0 });
  const isOpen = active !== undefined;
  const chosen = choices.findIndex(([known]) => known === value);
  const close = (): void => setActive(undefined);
  useLayer(isOpen, close);
  const take = (index: number): void => {
    close();
    const next = choices[index]?.[0];
    if (next !== undefined && next !== value) onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Tab" || (event.altKey && event.key === "ArrowUp")) {
      if (isOpen) take(active);
      return;
    }
    const texts = choices.map(([, text]) => text);
    const found = typeAhead(event, typed.current, texts, active ?? chosen);
    if (found !== undefined) typed.current = found.typed;
    // A closed list opens at the value in effect.
    const start = Math.max(chosen, 0);
    const next = found === undefined ? nextActive(event.key, active, start, choices.length) : found.index;
    if (next === undefined) return;
    event.preventDefault();
    // What is typed into a closed field counts with each key, as in every other field.
    if (found !== undefined && !isOpen) take(next);
    else setActive(next);
  };
  return (
    <div class="combobox anchor has-icon">
      <button
        type="button"
        {...control}
        class="input ellipsis"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-activedescendant={activeId(list, active ?? -1)}
        // Enter and Space press the button; they and a screen reader take the active option.
        onClick={(event) => {
          event.currentTarget.focus();
          if (!isOpen) setActive(Math.max(chosen, 0));
          else if (event.detail === 0) take(active);
          else close();
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      >
        {choices[chosen]?.[1] ?? unknown ?? value}
      </button>
      <Icon name="down" />
      <OptionList
        id={list}
        name="Choices"
        isOpen={isOpen}
        options={isOpen ? choices.map(([, text]) => text) : []}
        active={active ?? -1}
        chosen={chosen}
        onChoose={take}
      />
    </div>
  );
}
