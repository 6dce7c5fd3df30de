// rgthree-comfy: switches of the editor, loaders whose rows the editor adds, and nodes that show the last run.

import type { Pack, VirtualNodeKind } from "./pack.js";

const annotations = [
  ...["Label", "Bookmark", "Node Collector", "Node Combiner", "Fast Actions Button", "Random Unmuter"],
  ...["Fast Muter", "Fast Bypasser", "Fast Groups Muter", "Fast Groups Bypasser"],
  ...["Mute / Bypass Repeater", "Mute / Bypass Relay"],
];

export const rgthree: Pack = {
  virtual: {
    ...Object.fromEntries(
      annotations.map((name): [string, VirtualNodeKind] => [`${name} (rgthree)`, "annotation"]),
    ),
    "Reroute (rgthree)": "reroute",
  },
  widgets: {
    "Power Lora Loader (rgthree)": { rows: { with: "lora", prefix: "lora_" } },
    // Three buttons follow the seed.
    "Seed (rgthree)": { names: ["seed"] },
    "Display Any (rgthree)": { isDisplay: true },
    "Display Int (rgthree)": { isDisplay: true },
    "Image Comparer (rgthree)": { isDisplay: true },
  },
};
