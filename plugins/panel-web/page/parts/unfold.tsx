// Content that is folded away at first, and drawn while it is open.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface UnfoldProps {
  readonly look?: string;
  readonly summary: ComponentChildren;
  readonly summaryLook?: string;
  readonly children: ComponentChildren;
}

export function Unfold({ look, summary, summaryLook, children }: UnfoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class={look} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class={summaryLook}>{summary}</summary>
      {isOpen && children}
    </details>
  );
}
