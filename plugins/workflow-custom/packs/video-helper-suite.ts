// ComfyUI-VideoHelperSuite: previews among the values, which are objects.

import type { Pack } from "./pack.js";

export const videoHelperSuite: Pack = { families: { VHS_: { ignoredWith: "params" } } };
