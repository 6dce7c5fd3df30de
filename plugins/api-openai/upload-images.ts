// Uploads the images and the mask of an edit, and gives the settings of the workflow that name them.

import type { Client } from "@pictor/client";
import { modelUnfit, parameterInvalid } from "./faults.js";
import { fieldsOf, type Model } from "./models.js";
import type { Fields } from "./read-fields.js";
import { workflowMask } from "./mask.js";

/**
 * The settings with the uploads. Rejects with `OPENAI_PARAMETER_INVALID` without an image or with too many for the workflow, with
 * `OPENAI_MODEL_UNFIT` for a mask that the workflow does not take, with `OPENAI_MASK_INVALID`, and as `upload`.
 */
export async function uploadImages(
  calls: Pick<Client["calls"], "upload">,
  { images, mask }: Fields,
  { id, workflow, imageSetting = "image" }: Model,
  modelsWithMask: () => Promise<readonly string[]>,
): Promise<Readonly<Record<string, unknown>>> {
  const [first] = images;
  if (first === undefined)
    throw parameterInvalid("image", "an image", undefined, "Add it as the part image.");
  if (imageSetting === "image" && images.length > 1)
    throw parameterInvalid("image", `one image, because ${id} takes one`, images.length);
  if (mask !== undefined && !Object.hasOwn(fieldsOf(workflow), "mask"))
    throw modelUnfit(id, "takes no mask", await modelsWithMask());
  const white = mask && workflowMask(mask, first);
  const upload = async (bytes: Uint8Array<ArrayBuffer>) => ({ $upload: (await calls.upload({ bytes })).id });
  const uploads = await Promise.all(images.map(upload));
  return {
    [imageSetting]: imageSetting === "image" ? uploads[0] : uploads,
    ...(white !== undefined && { mask: await upload(new Uint8Array(white)) }),
  };
}
