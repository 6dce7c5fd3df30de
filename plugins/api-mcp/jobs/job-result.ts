// The result of a call about a job: the job, and small versions of its first images.

import { isEnded, type Job } from "@pictor/client";
import { outputUri, parseAddress } from "../images/address.js";
import { readImage, type ImageSize } from "../images/read-image.js";
import { text } from "../schema/json-schema.js";
import { errorText } from "../schema/error-text.js";
import type { ImageContent, ToolCall, ToolResult } from "../schema/tool.js";
import { jobView } from "./job-view.js";

export type ShownSize = ImageSize | "none";

/** The number of images in one result. The others are fetched with get_image. */
const maxImages = 4;

export const imageArgument = text(
  "Size of the images in the reply: none, small (at most 256 pixels), medium (512), or full (costs much context). At most 4 images are shown",
  { enum: ["none", "small", "medium", "full"], default: "medium" },
);

/** The job with its images. A job that has ended without finishing is an error for the model. */
export async function jobResult(job: Job, size: ShownSize, call: ToolCall): Promise<ToolResult> {
  const images: ImageContent[] = [];
  const notes: string[] = [];
  const wanted = size === "none" || !isEnded(job) ? [] : job.outputs;
  const pictures = wanted.filter(({ mime }) => mime.startsWith("image/"));
  for (const { index } of pictures.slice(0, maxImages)) {
    const address = parseAddress(outputUri(job.id, index));
    try {
      images.push(await readImage(call.client.calls, address, size === "none" ? "small" : size));
    } catch (error) {
      notes.push(`The image ${index} is not shown: ${errorText(error, call.problemOf)}`);
    }
  }
  if (pictures.length > maxImages)
    notes.push(`${pictures.length - maxImages} more images are not shown; get_image shows them.`);
  const view = jobView(job);
  const more = [...(Array.isArray(view["notes"]) ? (view["notes"] as string[]) : []), ...notes];
  return {
    data: { ...view, ...(more.length > 0 && { notes: more }) },
    images,
    isError: isEnded(job) && job.state !== "finished",
  };
}

/** The result with further notes, in front of its own. */
export function withNotes(
  result: ToolResult & { readonly data: Readonly<Record<string, unknown>> },
  notes: readonly string[],
): ToolResult {
  const own = result.data["notes"];
  const all = [...notes, ...(Array.isArray(own) ? (own as string[]) : [])];
  return all.length === 0 ? result : { ...result, data: { ...result.data, notes: all } };
}
