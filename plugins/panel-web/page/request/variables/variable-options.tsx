// The list of the variables that are offered while the user types.

import { OptionList } from "../../parts/option-list.js";
import type { VariableCompletion } from "./use-completion.js";

interface VariableOptionsProps {
  /** Id of the list; the ids of its options begin with this id. */
  readonly id: string;
  readonly completion: VariableCompletion;
}

export function VariableOptions({ id, completion: { offered, at, choose } }: VariableOptionsProps) {
  return (
    <OptionList
      id={id}
      name="Variables"
      look="row"
      active={at}
      options={offered.map(({ name, value, reference }) => (
        <>
          <span class="mono">{name}</span>
          <span class="muted small ellipsis">{value ?? reference ?? "not shown"}</span>
        </>
      ))}
      onChoose={(index) => {
        choose(offered[index]?.name ?? "");
      }}
    />
  );
}
