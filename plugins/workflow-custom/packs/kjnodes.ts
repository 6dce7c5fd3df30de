// ComfyUI-KJNodes, whose variables other packs copy.

import type { Pack } from "./pack.js";

export const kjnodes: Pack = { virtual: { SetNode: "set", GetNode: "get" } };
