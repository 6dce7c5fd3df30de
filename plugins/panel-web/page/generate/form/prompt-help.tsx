// A button beside the label of a prompt that opens a short description of the syntax. Esc and a click elsewhere close it.

import { useId, useRef, useState } from "preact/hooks";
import { IconButton } from "../../parts/button.js";
import { useLayer, useLeave } from "../../parts/layers.js";

const rules: readonly (readonly [string, string])[] = [
  ["<lora:detail:0.8>", "applies the LoRA file detail with strength 0.8"],
  ["{red|blue}", "one of the options, chosen by the seed"],
  ["__color__", "a line of the wildcard file color.txt"],
  ["(sharp:1.2)", "has more weight than the rest, if the model supports weights"],
  ["# not this", "a comment up to the end of the line"],
];

const name = "The syntax of prompts";

export function PromptHelp({ about }: { readonly about: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const panel = useId();
  useLayer(isOpen, () => {
    setOpen(false);
    root.current?.querySelector("button")?.focus();
  });
  useLeave(isOpen, root, () => setOpen(false));
  return (
    <span class="anchor" ref={root}>
      <IconButton
        icon="info"
        name={name}
        expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      />
      <span
        id={panel}
        class="popover-panel card floats"
        role="group"
        aria-label={name}
        hidden={!isOpen}
        tabIndex={-1}
      >
        {about !== undefined && <p>{about}.</p>}
        <dl class="syntax">
          {rules.map(([sign, meaning]) => (
            <div key={sign}>
              <dt>
                <code>{sign}</code>
              </dt>
              <dd class="small muted">{meaning}</dd>
            </div>
          ))}
        </dl>
      </span>
    </span>
  );
}
