// The frame of a list, in which entries can be added, removed and moved. The form draws each entry.

import type { ComponentChildren } from "preact";
import { Button, IconButton } from "../parts/button.js";
import type { ControlAttributes } from "../parts/control-attributes.js";

interface ListFrameProps {
  /** Title of the list; its entries are numbered. */
  readonly title: string;
  readonly entries: readonly unknown[];
  readonly maxItems: number;
  readonly control: ControlAttributes;
  /** Returns a new entry. */
  readonly create: () => unknown;
  readonly onChange: (entries: readonly unknown[]) => void;
  readonly children: (entry: unknown, index: number, name: string) => ComponentChildren;
}

export function ListFrame(props: ListFrameProps) {
  const { title, entries, maxItems, control, create, onChange, children } = props;
  return (
    <div class="stack tight" role="group" aria-label={title} aria-describedby={control["aria-describedby"]}>
      {entries.map((entry, index) => {
        const name = `${title} ${index + 1}`;
        return (
          <div class="boxed list-entry" key={index}>
            <div class="row">
              <span class="label grow">{name}</span>
              {index > 0 && (
                <IconButton
                  icon="up"
                  name={`Move ${name} up`}
                  onClick={() => onChange(entries.toSpliced(index - 1, 2, entry, entries[index - 1]))}
                />
              )}
              <IconButton
                icon="close"
                name={`Remove ${name}`}
                onClick={() => onChange(entries.toSpliced(index, 1))}
              />
            </div>
            {children(entry, index, name)}
          </div>
        );
      })}
      <Button
        look="link"
        disabled={entries.length >= maxItems}
        onClick={() => onChange([...entries, create()])}
      >
        {`+ Add ${title.toLowerCase()}`}
      </Button>
    </div>
  );
}
