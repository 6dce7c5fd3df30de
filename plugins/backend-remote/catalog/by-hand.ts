// Which inputs a person fills in the graph editor, and what it keeps of them in its files: pure.

import type { InputByHand, InputSpec } from "@pictor/kernel/plugin";
import { textOf } from "../fields.js";
import type { Fields } from "../fields.js";

/** Types with a field of their own in the editor, whatever their options. */
const filledByHand = new Set(
  `INT FLOAT STRING BOOLEAN COMBO COMFY_DYNAMICCOMBO_V3 COLOR MARKDOWN TEXTAREA LOAD_3D LOAD_3D_ANIMATION WEBCAM
  AUDIO_RECORD AUDIO_UI AUDIOUPLOAD IMAGEUPLOAD IMAGECOMPARE`.split(/\s+/),
);

/**
 * `forceInput` (formerly `defaultInput`) leaves a connection only. `socketless` is an input without one, and `widgetType`
 * names the field of an input that takes several types. A seed that a class does not mark is one by its name.
 */
export function byHandOf(name: string, type: unknown, options: Fields): Pick<InputSpec, "byHand"> {
  if (options["forceInput"] === true || options["defaultInput"] === true) return {};
  const wire = Array.isArray(type) ? "COMBO" : (textOf(options["widgetType"]) ?? textOf(type) ?? "");
  if (!filledByHand.has(wire) && options["socketless"] !== true && options["widgetType"] === undefined)
    return {};
  const mark = options["control_after_generate"] ?? (wire === "INT" && /^(?:noise_)?seed$/.test(name));
  const byHand: InputByHand = {
    ...(mark !== false ? { changes: true } : {}),
    ...(options["dynamicPrompts"] === true ? { chooses: true } : {}),
  };
  return { byHand };
}
