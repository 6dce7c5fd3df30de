// The list of what is offered while the user types.

import { OptionList } from "../../parts/option-list.js";
import type { TextCompletion } from "./use-completion.js";

interface VariableOptionsProps {
  /** Id of the list; the ids of its options begin with this id. */
  readonly id: string;
  readonly completion: TextCompletion;
}

export function VariableOptions({ id, completion: { title, offered, at, choose } }: VariableOptionsProps) {
  return (
    <OptionList
      id={id}
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
  );
}
