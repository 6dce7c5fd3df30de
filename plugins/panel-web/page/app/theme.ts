// The theme: light or dark. It follows the system unless the user has chosen one.

import { effect } from "@preact/signals";
import { storedSignal } from "../shell/stored.js";

type Theme = "system" | "light" | "dark";
const all: readonly Theme[] = ["system", "light", "dark"];

export const theme = storedSignal<Theme>("theme", "system", (kept) => all.find((name) => name === kept));

export function nextTheme(): void {
  theme.value = all[(all.indexOf(theme.value) + 1) % all.length] ?? "system";
}

export const applyTheme = (): (() => void) =>
  effect(() => {
    document.documentElement.dataset["theme"] = theme.value;
  });
