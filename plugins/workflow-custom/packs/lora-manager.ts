// ComfyUI-Lora-Manager: text fields with a hidden value for their completion, and lists of LoRAs.

import type { Pack, WidgetRule } from "./pack.js";

const text: WidgetRule = {
  namesInFile: { property: "__lm_widget_ids", hidden: "__lm_" },
  ignoredWith: "textWidgetName",
  names: ["text"],
};
const textAndLoras: WidgetRule = { ...text, names: ["text", "loras"] };

export const loraManager: Pack = {
  widgets: {
    "Lora Loader (LoraManager)": textAndLoras,
    "Lora Stacker (LoraManager)": textAndLoras,
    "Prompt (LoraManager)": text,
    "Text (LoraManager)": text,
    // The class reads the list of words, and the text that it was made from, without declaring them.
    "TriggerWord Toggle (LoraManager)": { further: ["toggle_trigger_words", "orinalMessage"] },
  },
};
