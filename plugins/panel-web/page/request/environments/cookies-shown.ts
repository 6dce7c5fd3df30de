// Whether the dialog of the cookies is open.

import { signal } from "@preact/signals";

export const cookiesShown = signal(false);
