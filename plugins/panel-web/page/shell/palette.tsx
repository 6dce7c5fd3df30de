// The command palette (Ctrl+K): all commands of the page by name.

import { useId, useState } from "preact/hooks";
import { nextInCircle } from "../parts/choice-keys.js";
import { Dialog } from "../parts/dialog.js";
import { activeId, OptionList } from "../parts/option-list.js";
import { containsWords } from "../parts/texts.js";
import { commands, type Command } from "./commands.js";
import { keyLabel } from "./keys.js";
import { openDialog, type Closable } from "./open-dialog.js";
import { TextInput } from "../parts/text-input.js";

/** Commands whose titles contain every word, in any order. */
function matching(text: string, known: readonly Command[]): readonly Command[] {
  return known.filter(
    ({ id, title, isAvailable }) =>
      !id.startsWith("dialog.") && (isAvailable?.() ?? true) && containsWords(title, text),
  );
}

function Palette({ onClose }: Closable) {
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const found = matching(text, commands.value);
  const chosen = Math.min(active, found.length - 1);
  const list = useId();
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    // The command runs after the dialog has returned the focus.
    setTimeout(command.run);
  };
  return (
    <Dialog title="Commands" onClose={onClose}>
      <TextInput
        role="combobox"
        aria-label="Search commands"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={activeId(list, chosen)}
        autofocus
        value={text}
        onText={(typed) => {
          setText(typed);
          setActive(0);
        }}
        onKeyDown={(event) => {
          const next = nextInCircle(event.key, chosen, found.length);
          if (next !== undefined) {
            event.preventDefault();
            setActive(next);
          } else if (event.key === "Enter") {
            event.preventDefault();
            run(found[chosen]);
          }
        }}
      />
      <OptionList
        id={list}
        name="Commands"
        inPlace="palette-list"
        look="row"
        active={chosen}
        options={found.map(({ title, keys }) => (
          <>
            <span class="grow">{title}</span>
            {keys !== undefined && <kbd>{keyLabel(keys)}</kbd>}
          </>
        ))}
        onChoose={(index) => run(found[index])}
      />
      {found.length === 0 && <p class="muted">No command has this name.</p>}
    </Dialog>
  );
}

export const openPalette = (): void => openDialog(() => Promise.resolve(Palette), {});
