// Whether the palette of commands is open.

import { signal } from "@preact/signals";

export const isPaletteOpen = signal(false);
