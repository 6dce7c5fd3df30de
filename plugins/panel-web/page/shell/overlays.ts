// Whether the overlays above all views are open: the palette and the list of keyboard shortcuts.

import { signal } from "@preact/signals";

export const isPaletteOpen = signal(false);
export const isShortcutListOpen = signal(false);
