// Packs of which the editor's own notes alone matter.

import type { Pack } from "./pack.js";

export const others: Pack = { virtual: { "Note Plus (mtb)": "annotation", workflowInfo: "annotation" } };
