// Loads the part above the inputs of a graph when a workflow for graphs is first shown.

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";

const head = signal<ComponentType | undefined>(undefined);

export function LazyGraphHead() {
  useEffect(() => {
    if (head.peek() === undefined)
      void import("./graph-head.js").then(({ GraphHead }) => (head.value = GraphHead));
  }, []);
  const Shown = head.value;
  return Shown === undefined ? null : <Shown />;
}
