// The list of the variables that are offered while the user types.

import type { VariableCompletion } from "./use-completion.js";

interface VariableOptionsProps {
  /** Id of the list; the ids of its options begin with this id. */
  readonly id: string;
  readonly completion: VariableCompletion;
}

export function VariableOptions({ id, completion: { offered, at, isOpen, choose } }: VariableOptionsProps) {
  return (
    <div class="options" role="listbox" id={id} aria-label="Variables" hidden={!isOpen}>
      {offered.map(({ name, value, reference }, index) => (
        <div
          key={name}
          id={`${id}-${index}`}
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
          <span class="muted small ellipsis">{value ?? reference ?? "not shown"}</span>
        </div>
      ))}
    </div>
  );
}
