// What lies above all views and is open or not: the palette and the list of keys.

import { signal } from "@preact/signals";

export const isPaletteOpen = signal(false);
export const isShortcutListOpen = signal(false);
