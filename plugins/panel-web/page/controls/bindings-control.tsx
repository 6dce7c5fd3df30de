// A list of paths with values: each path names an input in the graph of the workflow, such as `KSampler.seed` or `7`.

import { Button, IconButton } from "../parts/button.js";
import { withValue, type Values } from "../dialect/values.js";

interface BindingsControlProps {
  /** The paths that have a value and are no properties of the schema. */
  readonly names: readonly string[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** Parses a typed text: a number or boolean in JSON notation, else a text. */
function parsed(text: string): unknown {
  return /^(-?\d+(\.\d+)?|true|false)$/.test(text) && String(Number(text)) !== "NaN"
    ? (JSON.parse(text) as unknown)
    : text;
}

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? ""));

export function BindingsControl({ names, values, onChange }: BindingsControlProps) {
  const rename = (from: string, to: string): void => {
    onChange(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name === from ? to : name, value])),
    );
  };
  return (
    <div class="stack tight">
      {names.map((name, index) => (
        <div class="row" key={index}>
          <input
            class="input mono grow"
            aria-label="Path in the graph"
            placeholder="KSampler.seed"
            value={name}
            onChange={(event) => {
              rename(name, event.currentTarget.value);
            }}
          />
          <input
            class="input grow"
            aria-label={`Value of ${name}`}
            value={shown(values[name])}
            onChange={(event) => {
              onChange(withValue(values, name, parsed(event.currentTarget.value)));
            }}
          />
          <IconButton
            icon="close"
            name={`Remove ${name}`}
            onClick={() => {
              onChange(withValue(values, name, undefined));
            }}
          />
        </div>
      ))}
      <div>
        <Button
          look="link"
          disabled={names.includes("")}
          onClick={() => {
            onChange({ ...values, "": "" });
          }}
        >
          + Add a value of the graph
        </Button>
      </div>
    </div>
  );
}
