// A text in the syntax of prompts. Names of LoRA files are completed while the user types `<lora:`.

import type { TextField } from "@pictor/client";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { nextInCircle } from "../parts/choice-keys.js";
import { useLayer } from "../parts/layers.js";
import { activeId, OptionList } from "../parts/option-list.js";
import type { ControlProps } from "../dialect/control.js";
import type { PromptTools } from "../dialect/tools.js";
import { openTagAt, withFile } from "./lora-tag.js";
import { TextInput, type TextElement } from "../parts/text-input.js";
import { useOptions } from "../parts/use-options.js";

interface PromptControlProps extends ControlProps<TextField> {
  readonly tools: PromptTools;
}

export function PromptControl({ tools, control, value, pointer, onChange }: PromptControlProps) {
  const list = useId();
  const area = useRef<TextElement>(null);
  const selection = useRef<readonly [number, number] | undefined>(undefined);
  const { options: names = [], active, setActive, look: search, close } = useOptions(tools.searchLoras, 0);
  useLayoutEffect(() => {
    if (selection.current !== undefined) area.current?.setSelectionRange(...selection.current);
    selection.current = undefined;
  });
  const look = ({ value: text, selectionEnd }: TextElement): void => {
    const tag = openTagAt(text, selectionEnd ?? text.length);
    close();
    if (tag !== undefined) search(tag.name);
  };
  const choose = (name: string | undefined): void => {
    const element = area.current;
    const tag = element === null ? undefined : openTagAt(element.value, element.selectionEnd ?? 0);
    close();
    if (element === null || tag === undefined || name === undefined) return;
    const { text, from, to } = withFile(element.value, element.selectionEnd ?? 0, tag, name);
    selection.current = [from, to];
    onChange(text);
  };
  const isOpen = names.length > 0;
  useLayer(isOpen, close);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen || event.ctrlKey || event.metaKey) return;
    const next = nextInCircle(event.key, active, names.length);
    if (next !== undefined) setActive(next);
    else if (event.key === "Enter" || event.key === "Tab") choose(names[active]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isNegative = pointer.endsWith("/negative");
  return (
    <div class="combobox anchor">
      <TextInput
        elementRef={area}
        {...control}
        look={isNegative ? "one-line" : ""}
        dir="auto"
        rows={isNegative ? 1 : 3}
        value={typeof value === "string" ? value : ""}
        aria-autocomplete="list"
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={activeId(list, isOpen ? active : -1)}
        onText={(typed, element) => {
          onChange(typed);
          look(element);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <OptionList
        id={list}
        name="LoRA files"
        options={names}
        active={isOpen ? active : -1}
        look="ellipsis"
        onChoose={(index) => choose(names[index])}
      />
      <p class="hidden-text" role="status">
        {isOpen ? `${names.length} LoRA files; arrow keys choose, Enter completes.` : ""}
      </p>
    </div>
  );
}
