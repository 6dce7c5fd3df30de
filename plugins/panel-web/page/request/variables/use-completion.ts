// Completes a text field: which `{{variables}}` are offered at the caret, or else which suggested texts, and what the
// keys do with them.

import { useState } from "preact/hooks";
import { nextInCircle } from "../../parts/choice-keys.js";
import { containsWords } from "../../parts/texts.js";
import { useLayer } from "../../parts/layers.js";
import type { TextElement } from "../../parts/text-input.js";
import { variables } from "./environment.js";
import { completed, completionAt } from "../../dialect/variables.js";

interface Offer {
  readonly name: string;
  /** What the page knows of a variable. */
  readonly about?: string;
}

interface TextCompletion {
  /** Accessible name of the list. */
  readonly title: string;
  readonly offered: readonly Offer[];
  /** Position of the name that Enter takes; -1 for none, so that a suggested text is taken only when the keys have reached it. */
  readonly at: number;
  readonly isOpen: boolean;
  /** Called after each change of the text by the user. */
  readonly follow: (element: TextElement) => void;
  readonly close: () => void;
  readonly choose: (name: string) => void;
  /** Handles a key. Returns whether the key belongs to the list. */
  readonly press: (event: KeyboardEvent) => boolean;
}

interface CompletionOptions {
  /** Whole texts that are offered. */
  readonly suggested?: readonly string[];
  /** Whether the server fills in variables. */
  readonly isFilled?: boolean;
}

export function useCompletion(
  text: string,
  onChange: (text: string) => void,
  { suggested = [], isFilled = true }: CompletionOptions = {},
): TextCompletion {
  const [place, setPlace] = useState<{ readonly element: TextElement; readonly caret: number }>();
  const [active, setActive] = useState<number>();
  const completion = place === undefined || !isFilled ? undefined : completionAt(text, place.caret);
  const offered: readonly Offer[] =
    completion !== undefined
      ? variables.value
          .filter(({ name }) => containsWords(name, completion.typed))
          .map(({ name, value, reference }) => ({ name, about: value ?? reference ?? "not shown" }))
      : place === undefined
        ? []
        : suggested.filter((name) => name !== text && containsWords(name, text)).map((name) => ({ name }));
  const isOpen = offered.length > 0;
  const at = Math.min(active ?? (completion === undefined ? -1 : 0), offered.length - 1);
  const close = (): void => setPlace(undefined);
  useLayer(isOpen, close);
  const choose = (name: string): void => {
    if (place === undefined) return;
    const next = completion && completed(text, place.caret, completion, name);
    onChange(next?.text ?? name);
    close();
    if (next !== undefined)
      requestAnimationFrame(() => place.element.setSelectionRange(next.caret, next.caret));
  };
  const follow = (element: TextElement): void => {
    setPlace({ element, caret: element.selectionStart ?? 0 });
    setActive(undefined);
  };
  return {
    title: completion === undefined ? "Suggestions" : "Variables",
    offered,
    at,
    isOpen,
    close,
    choose,
    follow,
    press(event) {
      const opens = !isOpen && suggested.length > 0 && event.key === "ArrowDown";
      if (opens) follow(event.currentTarget as TextElement);
      if (!isOpen && !opens) return false;
      const next = nextInCircle(event.key, at, offered.length);
      const taken = offered[at]?.name;
      if (opens) setActive(undefined);
      else if (next !== undefined) setActive(next);
      // Ctrl+Enter is a command of the page.
      else if (/^(?:Enter|Tab)$/.test(event.key) && !event.ctrlKey && !event.metaKey && taken !== undefined)
        choose(taken);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
