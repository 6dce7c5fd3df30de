// The field for the address. Variables are highlighted, completed while the user types, and shown with their values below the field.

import { useId, useRef, useState } from "preact/hooks";
import {
  completed,
  completionAt,
  piecesOf,
  resolved,
  unknownNames,
  variableNames,
  type Variable,
} from "./variables.js";

interface AddressFieldProps {
  readonly address: string;
  readonly variables: readonly Variable[];
  /** Name of the active environment. */
  readonly environment: string | undefined;
  readonly onChange: (address: string) => void;
  readonly onSend: () => void;
  /** Receives a pasted text. Returns true if another component takes the text instead of the field. */
  readonly onPaste: (text: string) => boolean;
}

function ResolvedAddress({
  address,
  variables,
  environment,
}: Pick<AddressFieldProps, "address" | "variables" | "environment">) {
  if (variableNames(address).length === 0) return null;
  const unknown = unknownNames(address, variables);
  return (
    <p class="resolved small" id="resolved-address">
      <span class="mono muted">{resolved(address, variables)}</span>
      {unknown.length > 0 && (
        <span class="error">
          {environment === undefined
            ? `No environment is chosen: ${unknown.join(", ")} has no value.`
            : `The environment ${environment} has no ${unknown.join(", ")}.`}
        </span>
      )}
    </p>
  );
}

export function AddressField({
  address,
  variables,
  environment,
  onChange,
  onSend,
  onPaste,
}: AddressFieldProps) {
  const base = useId();
  const input = useRef<HTMLInputElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState<number>();
  const [active, setActive] = useState(0);
  const completion = caret === undefined ? undefined : completionAt(address, caret);
  const offered =
    completion === undefined
      ? []
      : variables.filter(({ name }) => name.toLowerCase().includes(completion.typed.toLowerCase()));
  const isOpen = offered.length > 0;
  const at = Math.min(active, offered.length - 1);
  const choose = (name: string): void => {
    if (completion === undefined || caret === undefined) return;
    const next = completed(address, caret, completion, name);
    onChange(next.text);
    setCaret(undefined);
    requestAnimationFrame(() => {
      input.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  const press = (event: KeyboardEvent): void => {
    if (isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      setActive((at + (event.key === "ArrowDown" ? 1 : -1) + offered.length) % offered.length);
    } else if (isOpen && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      choose(offered[at]?.name ?? "");
    } else if (isOpen && event.key === "Escape") {
      event.preventDefault();
      setCaret(undefined);
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      onSend();
    }
  };
  return (
    <div class="address">
      <div class="combobox">
        <div class="address-mirror input mono" ref={mirror} aria-hidden="true">
          {piecesOf(address).map(({ text, variable }, index) =>
            variable === undefined ? text : <mark key={index}>{text}</mark>,
          )}
        </div>
        <input
          ref={input}
          class="input mono address-input"
          type="text"
          inputMode="url"
          role="combobox"
          aria-label="Address"
          aria-expanded={isOpen}
          aria-controls={`${base}-names`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen ? `${base}-${at}` : undefined}
          aria-describedby={variableNames(address).length > 0 ? "resolved-address" : undefined}
          autocomplete="off"
          spellcheck={false}
          placeholder="https://api.example.org/v1/me, or a curl command"
          value={address}
          onInput={(event) => {
            onChange(event.currentTarget.value);
            setCaret(event.currentTarget.selectionStart ?? undefined);
            setActive(0);
          }}
          onScroll={(event) => {
            if (mirror.current !== null) mirror.current.scrollLeft = event.currentTarget.scrollLeft;
          }}
          onPaste={(event) => {
            if (onPaste(event.clipboardData?.getData("text/plain") ?? "")) event.preventDefault();
          }}
          onKeyDown={press}
          onBlur={() => {
            setCaret(undefined);
          }}
        />
        <div class="options" role="listbox" id={`${base}-names`} aria-label="Variables" hidden={!isOpen}>
          {offered.map(({ name, value }, index) => (
            <div
              key={name}
              id={`${base}-${index}`}
              class="option row"
              role="option"
              aria-selected={index === at}
              onPointerDown={(event) => {
                event.preventDefault();
              }}
              onClick={() => {
                choose(name);
              }}
            >
              <span class="mono">{name}</span>
              <span class="muted small ellipsis">{value ?? "not shown"}</span>
            </div>
          ))}
        </div>
      </div>
      <ResolvedAddress {...{ address, variables, environment }} />
    </div>
  );
}
