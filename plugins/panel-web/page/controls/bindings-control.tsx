// A list of paths with values: each path names an input in the graph of the workflow, such as `KSampler.seed` or `7`.

import { useState } from "preact/hooks";
import { Button, IconButton } from "../parts/button.js";
import { TextInput } from "../parts/text-input.js";
import type { Values } from "../dialect/values.js";
import { isRepeated, shownRows, withRows, type Binding } from "./bindings.js";

interface BindingsControlProps {
  /** The paths that have a value and are no properties of the schema. */
  readonly names: readonly string[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

export function BindingsControl({ names, values, onChange }: BindingsControlProps) {
  const [typed, setTyped] = useState<readonly Binding[]>([]);
  const rows = shownRows(typed, names, values);
  const change = (next: readonly Binding[]): void => {
    setTyped(next);
    onChange(withRows(values, names, next));
  };
  const edit = (index: number, part: Partial<Binding>): void =>
    change(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <div class="stack tight">
      {rows.map(({ path, text }, index) => (
        <div class="row" key={index}>
          <TextInput
            look="mono grow"
            aria-label="Path in the graph"
            aria-invalid={path !== "" && isRepeated(rows, index)}
            placeholder="KSampler.seed"
            value={path}
            onText={(next) => edit(index, { path: next })}
          />
          <TextInput
            look="grow"
            aria-label={`Value of ${path}`}
            value={text}
            onText={(next) => edit(index, { text: next })}
          />
          <IconButton icon="close" name={`Remove ${path}`} onClick={() => change(rows.toSpliced(index, 1))} />
        </div>
      ))}
      <Button
        look="link"
        disabled={rows.some(({ path }) => path === "")}
        onClick={() => change([...rows, { path: "", text: "" }])}
      >
        + Add a value of the graph
      </Button>
    </div>
  );
}
