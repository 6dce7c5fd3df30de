// The types of core node classes: an input that a server would refuse does not compile. `npm run typecheck` is the test.

import { edit, emptyDraft, type GraphEditor, type TypedLink } from "@pictor/kernel/plugin";
import type { CoreNodes } from "@pictor/workflow-parts";
import { expect, it } from "vitest";

const model = ["m", 0] as TypedLink<"MODEL">;
const clip = ["c", 0] as TypedLink<"CLIP">;
const latent = ["l", 0] as TypedLink<"LATENT">;
const image = ["i", 0] as TypedLink<"IMAGE">;
const conditioning = ["p", 0] as TypedLink<"CONDITIONING">;

/** Each line must be a type error; its comment names the mistake. */
function mistakes(graph: GraphEditor<CoreNodes>): void {
  // @ts-expect-error -- no such node class
  graph.add("KSampeler", {});
  // @ts-expect-error -- a CLIP for a MODEL input
  graph.add("FreeU", { model: clip, b1: 1, b2: 1, s1: 1, s2: 1 });
  // @ts-expect-error -- the input s2 is missing, and the server applies no defaults
  graph.add("FreeU", { model, b1: 1, b2: 1, s1: 1 });
  // @ts-expect-error -- an input that the node class does not have
  graph.add("RescaleCFG", { model, multiplier: 0.7, strength: 1 });
  // @ts-expect-error -- a string for a number
  graph.add("RescaleCFG", { model, multiplier: "0.7" });
  // @ts-expect-error -- not one of the input's options
  graph.add("ImageScale", { image, upscale_method: "bislerp", width: 8, height: 8, crop: "disabled" });
  // @ts-expect-error -- true for the option "enable"
  graph.add("KSamplerAdvanced", { add_noise: true });
  // @ts-expect-error -- a string for a link
  graph.add("PreviewImage", { images: "image.png" });
  // @ts-expect-error -- LoadImage has two outputs, counted from 0
  graph.add("LoadImage", { image: "image.png" }).out(2);
  // @ts-expect-error -- a MASK for an IMAGE input
  graph.add("PreviewImage", { images: graph.add("LoadImage", { image: "image.png" }).out(1) });
  // @ts-expect-error -- the node class has no output
  graph.add("VAESave", { vae: ["v", 0], filename_prefix: "name" }).out(0);
  // @ts-expect-error -- an origin of an input that the node class does not have
  graph.add("PreviewImage", { images: image }, { origins: { prefix: "name" } });
}

it("the types accept everything that a server accepts", () => {
  expect(mistakes).toBeTypeOf("function");
  const { graph } = edit<CoreNodes>(emptyDraft, (editor) => {
    const freed = editor.add("FreeU", { model, b1: 1, b2: 1, s1: 1, s2: 1 });
    const sampled = editor.add("KSampler", {
      model: freed.out(),
      seed: 18446744073709551615n,
      steps: 20,
      cfg: 5,
      // Any sampler name is accepted, because extensions add their own.
      sampler_name: "euler_of_an_extension",
      scheduler: "normal",
      positive: conditioning,
      negative: conditioning,
      latent_image: latent,
      denoise: editor.add("PrimitiveFloat", { value: 1 }).out(),
    });
    const loaded = editor.add("LoadImage", { image: "sub/image.png" });
    editor.add("SetLatentNoiseMask", { samples: sampled.out(), mask: loaded.out(1) });
    editor.add("DisableNoise", {});
    editor.add("ReferenceLatent", { conditioning, latent: undefined });
    editor.add("BatchImagesNode", { "images.image0": image, "images.image1": loaded.out() });
    editor.add("PreviewAny", { source: loaded.out(1) });
    // A plain link without a type fits every input.
    editor.add("VAEDecode", { samples: ["any", 3], vae: ["any", 4] });
  });
  expect(graph["KSampler"]?.inputs).toMatchObject({ model: ["FreeU", 0], seed: 18446744073709551615n });
  expect(graph["ReferenceLatent"]?.inputs).toEqual({ conditioning: ["p", 0] });
});
