// cg-use-everywhere: nodes that send their input to all others. The file lists the links that the editor makes
// (`extra.ue_links`).

import type { Pack } from "./pack.js";

export const useEverywhere: Pack = {
  virtual: {
    "Anything Everywhere": "annotation",
    "Anything Everywhere3": "annotation",
    "Anything Everywhere?": "annotation",
    "Prompts Everywhere": "annotation",
  },
};

/** Whether the node connects others without links. */
export const connectsWithoutLinks = ({ type }: { readonly type: string }): boolean =>
  /^(?:Anything|Prompts|Seed) Everywhere/.test(type);
