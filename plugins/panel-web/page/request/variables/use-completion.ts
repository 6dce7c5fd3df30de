// Completes `{{variables}}` in a text field: which names are offered at the caret, and what the keys do with them.

import { useState } from "preact/hooks";
import { nextInCircle } from "../../parts/choice-keys.js";
import { useLayer } from "../../parts/layers.js";
import type { TextElement } from "../../parts/text-input.js";
import { variables } from "./environment.js";
import { completed, completionAt, type Variable } from "./variables.js";

export interface VariableCompletion {
  readonly offered: readonly Variable[];
  /** Position of the name that Enter takes. */
  readonly at: number;
  readonly isOpen: boolean;
  /** Called after each change of the text by the user. */
  readonly follow: (element: TextElement) => void;
  readonly close: () => void;
  readonly choose: (name: string) => void;
  /** Handles a key. Returns whether the key belongs to the list. */
  readonly press: (event: KeyboardEvent) => boolean;
}

export function useCompletion(text: string, onChange: (text: string) => void): VariableCompletion {
  const [place, setPlace] = useState<{ readonly element: TextElement; readonly caret: number }>();
  const [active, setActive] = useState(0);
  const completion = place === undefined ? undefined : completionAt(text, place.caret);
  const offered =
    completion === undefined
      ? []
      : variables.value.filter(({ name }) => name.toLowerCase().includes(completion.typed.toLowerCase()));
  const isOpen = offered.length > 0;
  const at = Math.min(active, offered.length - 1);
  const close = (): void => {
    setPlace(undefined);
  };
  useLayer(isOpen, close);
  const choose = (name: string): void => {
    if (completion === undefined || place === undefined) return;
    const next = completed(text, place.caret, completion, name);
    onChange(next.text);
    close();
    requestAnimationFrame(() => {
      place.element.setSelectionRange(next.caret, next.caret);
    });
  };
  return {
    ...{ offered, at, isOpen, close, choose },
    follow(element) {
      setPlace({ element, caret: element.selectionStart ?? 0 });
      setActive(0);
    },
    press(event) {
      if (!isOpen) return false;
      const next = nextInCircle(event.key, at, offered.length);
      if (next !== undefined) setActive(next);
      else if (event.key === "Enter" || event.key === "Tab") choose(offered[at]?.name ?? "");
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
