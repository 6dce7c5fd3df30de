// Finds the command that a key press runs.

import { commands, type Command } from "./commands.js";

/** The label of a key combination such as `mod+k` on the system that the browser names. */
export function keyLabel(keys: string, userAgent: string = navigator.userAgent): string {
  const isMac = /Mac|iPhone|iPad/.test(userAgent);
  const names: Readonly<Record<string, string>> = {
    mod: isMac ? "⌘" : "Ctrl",
    Enter: "⏎",
    Delete: "Del",
    " ": "Space",
  };
  return keys
    .split("+")
    .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(" ");
}

/** Whether the user types or chooses in an element. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target.getAttribute("role") === "combobox" ||
    (target instanceof HTMLInputElement && !["checkbox", "radio", "button", "range"].includes(target.type)));

/** The command for a key press; undefined if there is none. */
function commandFor(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "target">,
  known: readonly Command[],
): Command | undefined {
  if (event.altKey) return undefined;
  const isMod = event.ctrlKey || event.metaKey;
  if (!isMod && isField(event.target)) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const wanted = isMod ? `mod+${key}` : key;
  return known.find(({ keys, isAvailable }) => keys === wanted && (isAvailable?.() ?? true));
}

/** Runs commands by their keys until the returned function is called. */
export function listenToKeys(): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    // Space presses the button that has the focus, so it runs no command.
    if (event.key === " " && event.target instanceof HTMLButtonElement) return;
    const inDialog = document.querySelector("dialog[open]") !== null;
    const usable = commands.value.filter(({ id }) => !inDialog || id.startsWith("dialog."));
    const command = commandFor(event, usable);
    if (command === undefined) return;
    event.preventDefault();
    command.run();
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
