// A text field of a request: variables are completed while the user types, and shown with their values below the field.

import { useId, useRef } from "preact/hooks";
import type { TextFieldProps } from "../../dialect/tools.js";
import { piecesOf } from "../../dialect/variables.js";
import { activeId, OptionList } from "../../parts/option-list.js";
import { TextInput, type TextElement } from "../../parts/text-input.js";
import { hasVariables, ResolvedText } from "./resolved-text.js";
import { useCompletion } from "./use-completion.js";

interface VariableInputProps extends TextFieldProps {
  /** Accessible name, if no label belongs to the field. */
  readonly label?: string;
  /** Texts that are offered while the user types. */
  readonly suggested?: readonly string[];
  /** Whether the server fills in variables. Default: true. */
  readonly isFilled?: boolean;
  /** Whether it is an address, in which variables are marked. */
  readonly isAddress?: boolean;
  readonly onPaste?: (event: ClipboardEvent) => void;
}

export function VariableInput(props: VariableInputProps) {
  const { control, value, label, placeholder, rows, onChange, onEnter, onPaste } = props;
  const { isCode = true, suggested = [], isFilled = true, isAddress = false } = props;
  // The text of a variable is no secret, and the user must see it to complete it.
  const isMasked = props.isSecret === true && !value.trimStart().startsWith("{{");
  const base = useId();
  const mirror = useRef<HTMLDivElement>(null);
  const list = `${base}-names`;
  const completion = useCompletion(value, onChange, { suggested, isFilled });
  const { title, offered, at, isOpen, follow, close, choose, press } = completion;
  const hasOwn = isFilled && hasVariables(value);
  const described = [control?.["aria-describedby"], ...(hasOwn ? [`${base}-resolved`] : [])]
    .filter(Boolean)
    .join(" ");
  const common = {
    ...control,
    look: [isCode && "mono", rows !== undefined && "body-text", isAddress && "address-input"]
      .filter(Boolean)
      .join(" "),
    "aria-label": label,
    "aria-describedby": described === "" ? undefined : described,
    ...(!isMasked && { "aria-autocomplete": "list" as const }),
    "aria-controls": isOpen ? list : undefined,
    "aria-activedescendant": activeId(list, at),
    placeholder,
    rows,
    spellcheck: !isCode && props.isSecret !== true,
    value,
    onText: (typed: string, element: TextElement) => {
      onChange(typed);
      follow(element);
    },
    onKeyDown: press,
    onEnter,
    onPaste,
    onBlur: close,
    onScroll: ({ currentTarget }: Event) => {
      if (mirror.current !== null) mirror.current.scrollLeft = (currentTarget as TextElement).scrollLeft;
    },
  };
  return (
    <div class="variable-input">
      <div class="combobox anchor">
        {isAddress && (
          <div class="layer address-mirror input mono" ref={mirror} aria-hidden="true">
            {piecesOf(value).map(({ text, variable }, index) =>
              variable === undefined ? text : <mark key={index}>{text}</mark>,
            )}
          </div>
        )}
        <TextInput
          {...common}
          type={isMasked ? "password" : "text"}
          {...(!isCode && !isMasked && { dir: "auto" as const })}
          {...(isAddress && { role: "combobox", inputMode: "url" as const, "aria-expanded": isOpen })}
        />
        {isOpen && (
          <OptionList
            id={list}
            name={title}
            look="row"
            active={at}
            options={offered.map(({ name, about }) => (
              <>
                <span class="mono">{name}</span>
                {about !== undefined && <span class="muted small ellipsis">{about}</span>}
              </>
            ))}
            onChoose={(index) => choose(offered[index]?.name ?? "")}
          />
        )}
      </div>
      {isFilled && (
        <ResolvedText
          id={`${base}-resolved`}
          text={value}
          isBrief={rows !== undefined || props.isSecret === true}
        />
      )}
    </div>
  );
}
