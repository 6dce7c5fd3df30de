// A text field with a list of choices, which are searched while the user types (WAI-ARIA pattern "combobox").

import { useId } from "preact/hooks";
import { nextInCircle } from "./choice-keys.js";
import type { ControlAttributes } from "./control-attributes.js";
import { Icon } from "./icon.js";
import { useLayer } from "./layers.js";
import { activeId, OptionList } from "./option-list.js";
import { TextInput } from "./text-input.js";
import { useOptions } from "./use-options.js";

interface ComboboxProps {
  readonly control: ControlAttributes;
  readonly value: string;
  /** Searches the choices, and returns as many as should be shown. */
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly string[]>;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** CSS class of the field. */
  readonly look?: string;
}

/** The field accepts any text; the server checks whether the text is one of the choices. */
export function Combobox(props: ComboboxProps) {
  const { control, value, search, onChange, placeholder, look: fieldLook = "" } = props;
  const list = useId();
  const { options, active, setActive, look, close } = useOptions(search);
  const isOpen = options !== undefined;
  useLayer(isOpen, close);
  const choose = (option: string): void => {
    onChange(option);
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (options === undefined) look("");
      else setActive(nextInCircle(event.key, active, options.length) ?? active);
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      const option = options?.[active];
      if (option === undefined) return;
      event.preventDefault();
      choose(option);
    }
  };
  return (
    <div class="combobox anchor has-icon">
      <TextInput
        {...control}
        look={fieldLook}
        role="combobox"
        spellcheck={false}
        value={value}
        placeholder={placeholder}
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={activeId(list, active)}
        onText={(typed) => {
          onChange(typed);
          look(typed);
        }}
        onClick={() => {
          if (options === undefined) look("");
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <Icon name="down" />
      <OptionList
        id={list}
        name="Choices"
        isOpen={isOpen}
        options={options ?? []}
        active={active}
        onChoose={(index) => {
          const option = options?.[index];
          if (option !== undefined) choose(option);
        }}
      />
    </div>
  );
}
