// A 64-bit integer, in decimal digits: typed, drawn by the dice, or left open for a new one each time.

import { IconButton } from "../parts/button.js";
import type { ControlProps } from "../dialect/control.js";
import type { TextField } from "../dialect/schema.js";

const randomSeed = (): string => (crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n).toString();

/** The lock is closed while a seed is set: the same image again. Without one, every job gets a new seed. */
export function SeedControl({ id, value, isInvalid, describedBy, onChange }: ControlProps<TextField>) {
  const text = typeof value === "string" ? value : "";
  return (
    <div class="row tight-row">
      <input
        id={id}
        class="input mono grow"
        type="text"
        inputMode="numeric"
        value={text}
        placeholder="random"
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        onInput={(event) => {
          const typed = event.currentTarget.value.trim();
          onChange(typed === "" ? undefined : typed);
        }}
      />
      <IconButton
        icon="dice"
        name="New seed"
        onClick={() => {
          onChange(randomSeed());
        }}
      />
      <IconButton
        icon={text === "" ? "unlock" : "lock"}
        name={text === "" ? "Keep one seed" : "A new seed each time"}
        pressed={text !== ""}
        onClick={() => {
          onChange(text === "" ? randomSeed() : undefined);
        }}
      />
    </div>
  );
}
