// The section of the advanced settings: folded, and with a search where there are many.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { SearchInput } from "../parts/search-input.js";
import { counted } from "../parts/texts.js";

/** So many settings are found faster by a word than by reading. */
const searchFrom = 9;

interface AdvancedProps {
  readonly count: number;
  readonly hasFault: boolean;
  /** Draws the settings that contain all words; without words, all of them. */
  readonly draw: (words: string) => readonly ComponentChildren[];
}

export function Advanced({ count, hasFault, draw }: AdvancedProps) {
  const [words, setWords] = useState("");
  const drawn = draw(words);
  return (
    <details class="advanced" {...(hasFault && { open: true })}>
      <summary>{`Advanced · ${counted(count, "setting")}`}</summary>
      <div class="stack">
        {count >= searchFrom && <SearchInput name="Find a setting" value={words} onText={setWords} />}
        {drawn}
        {drawn.length === 0 && (
          <p class="muted" role="status">
            No setting contains these words.
          </p>
        )}
      </div>
    </details>
  );
}
