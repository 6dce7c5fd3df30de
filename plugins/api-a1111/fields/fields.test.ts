// Fields of requests: types as the web UI accepts them, senseless values, and what a reply reports.

import { describe, expect, it } from "vitest";
import { readGeneration } from "./generation-fields.js";
import { readOptions } from "./option-fields.js";
import { fieldReader } from "./read-field.js";

const txt2img = (fields: object) => readGeneration("txt2img", { ...fields });
const img2img = (fields: object) => readGeneration("img2img", { init_images: ["x"], ...fields });

describe("a value", () => {
  it("may be a text where the web UI takes a number, and null stands for none", () => {
    expect(txt2img({ steps: "20", cfg_scale: "6.5", width: 512.0, height: null, seed: "-1" })).toMatchObject({
      steps: 20,
      cfg: 6.5,
      width: 512,
      height: undefined,
      seed: undefined,
    });
    expect(txt2img({ send_images: 0, enable_hr: "true" })).toMatchObject({ sendsImages: false, hires: {} });
  });

  it("of a seed keeps all digits", () => {
    const read = fieldReader({ a: 2n ** 64n - 1n, b: "18446744073709551615", c: 0 });
    expect([read.seed("a"), read.seed("b"), read.seed("c")]).toEqual([
      ...["18446744073709551615", "18446744073709551615", "0"],
    ]);
  });

  it.each<readonly [object, string]>([
    [{ steps: 0 }, "The field steps: expected a whole number from 1 to 10000, found 0."],
    [{ steps: 1.5 }, "The field steps: expected a whole number"],
    [{ steps: "many" }, "The field steps: expected a number, found a text."],
    [{ steps: [] }, "The field steps: expected a number, found an empty list"],
    [{ width: 8 }, "The field width: expected a whole number from 16 to 16384"],
    [{ cfg_scale: -1 }, "The field cfg_scale: expected a number from 0 to 100"],
    [{ cfg_scale: NaN }, "The field cfg_scale: expected a number"],
    [{ seed: -2 }, "The field seed: expected -1 or a whole number"],
    [{ seed: 1.5 }, "The field seed: expected -1 or a whole number"],
    [
      { seed: 10n ** 60n },
      "The field seed: expected -1 or a whole number from 0 to 18446744073709551615, found a number with too many digits",
    ],
    [{ seed: 2n ** 64n }, "The field seed: expected -1"],
    [{ prompt: 3 }, "The field prompt: expected a text, found 3."],
    [{ batch_size: 0 }, "The field batch_size: expected a whole number from 1 to 1000"],
    [{ batch_size: 100, n_iter: 11 }, "The field n_iter: expected at most 1000 images"],
    [{ send_images: "perhaps" }, "The field send_images: expected true or false"],
    [{ override_settings: [] }, "The field override_settings: expected an object"],
    [{ override_settings: { sd_vae: 1 } }, "The field override_settings.sd_vae: expected a text"],
    [{ enable_hr: true, hr_scale: 0 }, "The field hr_scale: expected a number from 0.1 to 16"],
    [
      { enable_hr: true, denoising_strength: 2 },
      "The field denoising_strength: expected a number from 0 to 1, found 2.",
    ],
    [{ script_name: "X/Y/Z plot" }, 'The request names the script "X/Y/Z plot"'],
    [{ alwayson_scripts: { ADetailer: { args: [true] } } }, 'The request names the script "ADetailer"'],
  ])("%o is refused", (fields, message) => {
    expect(() => txt2img(fields)).toThrow(message);
  });

  it("of an image is one image", () => {
    for (const init_images of [undefined, [], ["a", "b"], [1], [""]])
      expect(() => readGeneration("img2img", { init_images })).toThrow("a list with one image as a text");
  });

  it("of a script that asks for nothing is accepted", () => {
    const off = [
      { args: [] },
      {},
      { args: [false] },
      { args: [false, { model: "a" }] },
      { args: [{ enabled: false }, null] },
    ];
    for (const value of off)
      expect(txt2img({ script_name: "", alwayson_scripts: { ADetailer: value } }).notes).toEqual([]);
  });
});

describe("a note is", () => {
  const notes = (fields: object) => txt2img(fields).notes.map(({ field, message }) => [field, message]);

  it("about a field with no counterpart, if it asks for something", () => {
    expect(
      notes({ restore_faces: true, styles: ["a"], subseed: 5, eta: 0.5 }).map(([field]) => field),
    ).toEqual([...["restore_faces", "styles", "subseed", "eta"]]);
    expect(notes({ restore_faces: false, styles: [], subseed: -1, eta: 1, s_tmax: 0, comments: {} })).toEqual(
      [],
    );
  });

  it("about an unknown field, with the nearest name and without its value", () => {
    expect(notes({ stepz: 5, auth: "me:SECRET" })).toEqual([
      ["stepz", 'The field stepz had no effect, because Pictor does not know it. Did you mean "steps"?'],
      ["auth", "The field auth had no effect, because Pictor does not know it."],
    ]);
    expect(notes({ override_settings: { eta_noise_seed_delta: 31337 } })).toEqual([
      ["override_settings.eta_noise_seed_delta", expect.stringContaining("had no effect")],
    ]);
  });

  it("about a mask only if there is one", () => {
    expect(img2img({ mask_blur: 4, inpaint_full_res: true }).notes).toEqual([]);
    const fields = img2img({ mask: "x", mask_blur: 4, inpaint_full_res: true, inpainting_fill: 1 });
    expect(fields.notes.map(({ field }) => field)).toEqual(["mask_blur", "inpaint_full_res"]);
  });

  it("one of at most fifty, of limited length", () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index}`.repeat(100), 1]));
    expect(notes(many)).toHaveLength(50);
    expect(notes(many).flat().join("").length).toBeLessThan(20_000);
  });
});

it("all options can be sent back as they were read", () => {
  const { options, notes } = readOptions({
    sd_model_checkpoint: "a",
    sd_checkpoint_hash: "",
    sd_vae: "Automatic",
    samples_format: "png",
    CLIP_stop_at_last_layers: 1,
  });
  expect([options, notes]).toEqual([{ checkpoint: "a", vae: null, clipSkip: 1 }, []]);
});
