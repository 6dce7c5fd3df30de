// The field for the address. Variables are highlighted, completed while the user types, and shown with their values
// below the field.

import { useId, useRef } from "preact/hooks";
import { hasVariables, ResolvedText } from "../variables/resolved-text.js";
import { useCompletion } from "../variables/use-completion.js";
import { VariableOptions } from "../variables/variable-options.js";
import { piecesOf } from "../../dialect/variables.js";
import { activeId } from "../../parts/option-list.js";
import { TextInput } from "../../parts/text-input.js";

interface AddressFieldProps {
  readonly address: string;
  readonly onChange: (address: string) => void;
  readonly onSend: () => void;
  /** Receives a pasted text. Returns true if another component takes the text instead of the field. */
  readonly onPaste: (text: string) => boolean;
}

export function AddressField({ address, onChange, onSend, onPaste }: AddressFieldProps) {
  const base = useId();
  const mirror = useRef<HTMLDivElement>(null);
  const completion = useCompletion(address, onChange);
  const { isOpen, at, follow, close, press } = completion;
  return (
    <div class="address">
      <div class="combobox anchor">
        <div class="layer address-mirror input mono" ref={mirror} aria-hidden="true">
          {piecesOf(address).map(({ text, variable }, index) =>
            variable === undefined ? text : <mark key={index}>{text}</mark>,
          )}
        </div>
        <TextInput
          look="mono address-input"
          inputMode="url"
          role="combobox"
          aria-label="Address"
          aria-expanded={isOpen}
          aria-controls={`${base}-names`}
          aria-autocomplete="list"
          aria-activedescendant={activeId(`${base}-names`, at)}
          aria-describedby={hasVariables(address) ? `${base}-resolved` : undefined}
          autocomplete="off"
          spellcheck={false}
          placeholder="https://api.example.org/v1/me, or a curl command"
          value={address}
          onText={(typed, element) => {
            onChange(typed);
            follow(element);
          }}
          onScroll={(event) => {
            if (mirror.current !== null) mirror.current.scrollLeft = event.currentTarget.scrollLeft;
          }}
          onPaste={(event) => {
            if (onPaste(event.clipboardData?.getData("text/plain") ?? "")) event.preventDefault();
          }}
          onKeyDown={press}
          onEnter={(event) => {
            event.preventDefault();
            onSend();
          }}
          onBlur={close}
        />
        <VariableOptions id={`${base}-names`} completion={completion} />
      </div>
      <ResolvedText id={`${base}-resolved`} text={address} />
    </div>
  );
}
