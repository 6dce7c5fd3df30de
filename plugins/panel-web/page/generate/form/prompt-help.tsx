// A short description of the prompt syntax, beside the label of a prompt.

import { Popover } from "../../parts/popover.js";

const rules: readonly (readonly [string, string])[] = [
  ["<lora:detail:0.8>", "applies the LoRA file detail with strength 0.8"],
  ["{red|blue}", "one of the options, chosen by the seed"],
  ["__color__", "a line of the wildcard file color.txt"],
  ["(sharp:1.2)", "counts more than the rest, if the model has weights"],
  ["# not this", "a comment up to the end of the line"],
];

export function PromptHelp({ about }: { readonly about: string | undefined }) {
  return (
    <Popover icon="info" name="The syntax of prompts">
      {about !== undefined && <p>{about}.</p>}
      <dl class="syntax">
        {rules.map(([sign, meaning]) => (
          <div key={sign}>
            <dt>
              <code>{sign}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}
