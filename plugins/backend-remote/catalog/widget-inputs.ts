// Decides which inputs are widgets of the graph editor, and which values the editor stores for them in its files: pure.

import { asString, type InputWidget, type InputSpec } from "@pictor/kernel/plugin";
import type { Fields } from "../base/json-fields.js";

/** Types that are widgets regardless of the input's options. */
const widgetTypes = new Set(
  `INT FLOAT STRING BOOLEAN COMBO COMFY_DYNAMICCOMBO_V3 COLOR MARKDOWN TEXTAREA LOAD_3D LOAD_3D_ANIMATION WEBCAM
  AUDIO_RECORD AUDIO_UI AUDIOUPLOAD IMAGEUPLOAD IMAGECOMPARE`.split(/\s+/),
);

/**
 * With `forceInput` an input takes a connection only. The older `defaultInput` has this effect on optional inputs only; a
 * required input with it has a widget. A `socketless` input takes no connection,
 * and `widgetType` names the widget of an input of several types. An INT named seed or noise_seed counts as a seed even if
 * its class does not mark it.
 */
export function widgetOf(
  name: string,
  required: boolean,
  type: unknown,
  options: Fields,
): Pick<InputSpec, "widget"> {
  if (options["forceInput"] === true || (options["defaultInput"] === true && !required)) return {};
  const widgetType = Array.isArray(type)
    ? "COMBO"
    : (asString(options["widgetType"]) ?? asString(type) ?? "");
  const isWidget =
    widgetTypes.has(widgetType) || options["socketless"] === true || options["widgetType"] !== undefined;
  if (!isWidget) return {};
  const seedMark =
    options["control_after_generate"] ?? (widgetType === "INT" && /^(?:noise_)?seed$/.test(name));
  const widget: InputWidget = {
    ...(seedMark !== false ? { controlAfterGenerate: true } : {}),
    ...(options["dynamicPrompts"] === true ? { dynamicPrompts: true } : {}),
    ...positive("step", options),
    ...positive("round", options),
  };
  return { widget };
}

function positive(name: "step" | "round", options: Fields): Pick<InputWidget, "step" | "round"> {
  const value = options[name];
  return typeof value === "number" && value > 0 ? { [name]: value } : {};
}
