// The frame of a view: its title and further content in the top bar, and its content.

import type { ComponentChildren } from "preact";
import { openPalette } from "./palette.js";
import { keyLabel } from "./keys.js";

interface ViewFrameProps {
  readonly title: string;
  /** Content beside the title. */
  readonly start?: ComponentChildren;
  /** Content at the end of the top bar. */
  readonly end?: ComponentChildren;
  /** CSS class of the content. */
  readonly look?: string;
  readonly children: ComponentChildren;
}

export function ViewFrame({ title, start, end, look = "", children }: ViewFrameProps) {
  return (
    <>
      <header class="top">
        <h1>{title}</h1>
        {start}
        <span class="grow" />
        {end}
        <button
          type="button"
          class="pill palette-button"
          aria-label={`${keyLabel("mod+k")}: search commands`}
          title="Search commands"
          onClick={openPalette}
        >
          {keyLabel("mod+k")}
        </button>
      </header>
      <main class={`view ${look}`} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
