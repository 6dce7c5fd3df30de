// A seed: a 64-bit integer in decimal digits. The user types it, draws a random one, or leaves it open so that each job
// gets a new one.

import type { SeedMode, TextField } from "@pictor/client";
import { IconButton } from "../parts/button.js";
import { Icon, type IconName } from "../parts/icon.js";
import { Menu } from "../parts/menu.js";
import type { ControlProps } from "../dialect/control.js";
import { useFormTools, type SeedTools } from "../dialect/tools.js";
import { TextInput } from "../parts/text-input.js";

export const randomSeed = (): string => (crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n).toString();

const modes: Readonly<Record<SeedMode, { readonly text: string; readonly icon: IconName }>> = {
  random: { text: "A new seed each time", icon: "unlock" },
  fixed: { text: "Keep this seed", icon: "lock" },
  increment: { text: "The next seeds each time", icon: "next" },
};
const allModes: readonly SeedMode[] = ["random", "fixed", "increment"];

function ModeMenu({ tools }: { readonly tools: SeedTools }) {
  const { text, icon } = modes[tools.mode()];
  return (
    <Menu
      name={`Seed: ${text}`}
      look="button plain icon-only"
      label={<Icon name={icon} />}
      items={allModes.map((mode) => ({ id: mode, text: modes[mode].text, run: () => tools.choose(mode) }))}
    />
  );
}

/** The lock is closed while a seed is set, because the same image is made again. Without a seed, every job gets a new one. */
export function SeedControl({ control, value, pointer, onChange }: ControlProps<TextField>) {
  const { seed: tools } = useFormTools();
  const text = typeof value === "string" ? value : "";
  return (
    <div class="row tight-row">
      <TextInput
        {...control}
        look="mono grow"
        inputMode="numeric"
        value={text}
        placeholder="random"
        onText={(typed) => onChange(typed.trim() === "" ? undefined : typed.trim())}
      />
      <IconButton icon="dice" name="New seed" onClick={() => onChange(randomSeed())} />
      {tools?.isSeed(pointer) === true ? (
        <ModeMenu tools={tools} />
      ) : (
        <IconButton
          icon={text === "" ? "unlock" : "lock"}
          name={text === "" ? "Keep one seed" : "A new seed each time"}
          pressed={text !== ""}
          onClick={() => onChange(text === "" ? randomSeed() : undefined)}
        />
      )}
    </div>
  );
}
