// Edits: the images and the mask of a form reach the workflow, with the record and the pixels of the image as judges.

import { decodeImage } from "@pictor/images";
import { afterAll, describe, expect, it } from "vitest";
import { bytesOf, fileOf, formOf, madeBy, png, startOpenAi } from "./openai.test.support.js";

const api = await startOpenAi();
afterAll(() => api.close());

const image = fileOf(png(64, 64));
const edit = (parts: Parameters<typeof formOf>[0]) =>
  api.post("images/edits", formOf({ prompt: "a kite", steps: "2", image, ...parts }));

describe("a part of the form is the setting in the record of the image:", () => {
  const cases: readonly (readonly [string, Parameters<typeof formOf>[0], object])[] = [
    [
      "numbers as texts",
      { steps: "3", cfg: "4.5", denoise: "0.5" },
      { params: { steps: 3, cfg: 4.5, denoise: 0.5 } },
    ],
    ["size auto, which is that of the image", { size: "auto" }, { width: 64, height: 64 }],
  ];
  it.each(cases)("%s", async (_name, parts, expected) => {
    const { status, body } = await edit(parts);
    expect([status, body.error]).toEqual([200, undefined]);
    const made = await madeBy(bytesOf(body.data[0]?.b64_json));
    expect(made).toMatchObject(expected);
  });

  it("image[] is an image, too, and n makes several", async () => {
    const parts = { prompt: "a kite", steps: "2", n: "2", "image[]": image };
    const { body } = await api.post("images/edits", formOf(parts));
    expect(body.data.length).toBe(2);
  });
});

it("a workflow that takes several images gets all of them, in order", async () => {
  const other = fileOf(png(32, 64), "other.png");
  const fields = { model: "flux2-klein", prompt: "both", size: "64x64", steps: "1" };
  const { status, body } = await api.post("images/edits", formOf({ ...fields, "image[]": [image, other] }));
  expect([status, body.error]).toEqual([200, undefined]);
  const made = await madeBy(bytesOf(body.data[0]?.b64_json));
  expect(made).toMatchObject({ workflow: "flux2-klein", width: 64, height: 64 });
  expect(new Set(made.params["images"] as readonly string[]).size).toBe(2);
});

it("the transparent part of the mask is edited, and the rest stays", async () => {
  const mask = fileOf(png(64, 64, true), "mask.png");
  const { body } = await edit({ mask, denoise: "1", seed: "3" });
  const { rgba } = decodeImage(bytesOf(body.data[0]?.b64_json));
  const gray = decodeImage(png(64, 64)).rgba;
  /** The mean difference to the image, of the columns from one to another. */
  const change = (from: number, to: number): number => {
    let sum = 0;
    for (let y = 0; y < 64; y++)
      for (let x = from; x < to; x++) {
        const at = (y * 64 + x) * 4;
        sum += Math.abs((rgba[at] ?? 0) - (gray[at] ?? 0));
      }
    return sum / (64 * (to - from));
  };
  expect(change(0, 24)).toBeGreaterThan(4 * change(40, 64));
  expect((await madeBy(bytesOf(body.data[0]?.b64_json))).params).toHaveProperty("mask");
});

describe("is refused in OpenAI's shape:", () => {
  const cases: readonly (readonly [string, () => Parameters<typeof formOf>[0], string, string])[] = [
    ["no image", () => ({ image: [] }), "OPENAI_PARAMETER_INVALID", "image"],
    ["an image that is a text", () => ({ image: "x" }), "OPENAI_PARAMETER_INVALID", "image"],
    ["two images for one", () => ({ image: [image, image] }), "OPENAI_PARAMETER_INVALID", "image"],
    ["bytes that are no image", () => ({ image: fileOf(Uint8Array.from([1, 2])) }), "API_UPLOAD_REFUSED", ""],
    ["a mask of another size", () => ({ mask: fileOf(png(32, 32, true)) }), "OPENAI_MASK_INVALID", "mask"],
    [
      "a mask for a workflow without",
      () => ({ model: "flux-kontext", mask: image, steps: [] }),
      "OPENAI_MODEL_UNFIT",
      "model",
    ],
    ["a model that takes no image", () => ({ model: "txt2img" }), "OPENAI_MODEL_UNFIT", "model"],
    [
      "two masks",
      () => ({ mask: [fileOf(png(64, 64, true)), fileOf(png(64, 64, true))] }),
      "OPENAI_PARAMETER_INVALID",
      "mask",
    ],
    [
      "too many parts",
      () => ({ "image[]": Array.from({ length: 300 }, () => image) }),
      "OPENAI_BODY_INVALID",
      "",
    ],
    ["__proto__ as a part", () => ({ ["__proto__"]: "x" }), "OPENAI_PARAMETER_UNKNOWN", "__proto__"],
    ["an unknown part", () => ({ strenght: "1" }), "OPENAI_PARAMETER_UNKNOWN", "strenght"],
  ];
  it.each(cases)("%s", async (_name, parts, code, param) => {
    const { status, body } = await edit(parts());
    expect([body.error?.code, body.error?.param ?? ""]).toEqual([code, param]);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});
