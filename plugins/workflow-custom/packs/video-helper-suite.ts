// ComfyUI-VideoHelperSuite: previews among the values, which are objects, buttons, and what older versions saved.

import type { NodeClass } from "@pictor/kernel/plugin";
import type { Pack, WidgetRule } from "./pack.js";

type Values = ReadonlyMap<string, unknown>;

const family: WidgetRule = { ignoredWith: "params" };

/** A size of "512x?" is that of one side, and 0 is that of the video. */
const side = (text: string | undefined): number => Number.parseInt(text ?? "", 10) || 0;

/** The sides that the choices of `force_size` leave to the video. */
const freeSides: Readonly<Record<string, readonly string[]>> = {
  Disabled: ["custom_width", "custom_height"],
  "Custom Width": ["custom_height"],
  "Custom Height": ["custom_width"],
};

/** A server with an older version of the pack takes its own values as they are. */
const takes = ({ inputs }: NodeClass, name: string): boolean => inputs.some((input) => input.name === name);

/** `force_size` chose which of the two sides apply, or gave them. */
function withSides(values: Values, nodeClass: NodeClass): Values {
  const { force_size: size, ...others } = Object.fromEntries(values);
  if (typeof size !== "string" || takes(nodeClass, "force_size")) return values;
  const present = new Map(Object.entries(others));
  if (size.includes("x")) {
    const [width, height] = size.split("x");
    return present.set("custom_width", side(width)).set("custom_height", side(height));
  }
  for (const name of freeSides[size] ?? []) present.set(name, 0);
  return present;
}

const withoutButtons = (values: Values): Values =>
  new Map([...values].filter(([name]) => !/^choose .* to upload$/.test(name)));

/** A file with a list of values is older than one that names them. */
const loaded = (...names: readonly string[]): WidgetRule => ({
  ...family,
  names,
  present: (values, nodeClass) => withSides(withoutButtons(values), nodeClass),
});
const selection = ["frame_load_cap", "skip_first_frames", "select_every_nth"];
const video = loaded("video", "force_rate", "force_size", ...selection);
const images = ["image_load_cap", "skip_first_images", "select_every_nth"];

export const videoHelperSuite: Pack = {
  namesFiles: ["VHS_VideoCombine"],
  widgets: {
    VHS_LoadVideo: video,
    VHS_LoadVideoPath: video,
    VHS_LoadImages: loaded("directory", "choose folder to upload", ...images),
    VHS_LoadImagesPath: loaded("directory", ...images),
    VHS_VideoCombine: {
      ...family,
      names: ["frame_rate", "loop_count", "filename_prefix", "format", "pingpong", "save_image"],
      present: (values, nodeClass) =>
        values.has("save_output") || !values.has("save_image") || takes(nodeClass, "save_image")
          ? values
          : new Map(
              [...values].map(([name, value]) => [name === "save_image" ? "save_output" : name, value]),
            ),
    },
  },
  families: { VHS_: family },
};
