// Reads an image as content of a reply: a small version by default, because the context of a model is small.

import { ApiError, type Calls } from "@pictor/client";
import { imageTooLarge, notAnImage } from "../faults.js";
import type { ImageContent } from "../schema/tool.js";
import type { ImageAddress } from "./address.js";

export type ImageSize = "small" | "medium" | "full";

const pixels = { small: "256", medium: "512" } as const;
/** The largest file that a reply takes, in bytes. */
export const fullLimit = 5_000_000;
/** The largest file that is shown in place of a thumbnail that cannot be made, in bytes. */
const replacementLimit = 500_000;

/** The file of an image, whatever its size. Rejects as the routes do. */
export function openFile(calls: Calls, address: ImageAddress): Promise<Response> {
  switch (address.kind) {
    case "image":
      return calls.readPictureFile({ params: { id: address.id } });
    case "output":
      return calls.readOutput({ params: { id: address.job, index: address.index } });
    case "upload":
      return calls.readUploadFile({ params: { id: address.id } });
  }
}

/** The thumbnail of an image; undefined if none can be made. */
async function openThumbnail(
  calls: Calls,
  address: ImageAddress,
  size: "256" | "512",
): Promise<Response | undefined> {
  try {
    if (address.kind === "image")
      return await calls.readPictureThumbnail({ params: { id: address.id }, query: { size } });
    if (address.kind === "output")
      return await calls.readOutputThumbnail({
        params: { id: address.job, index: address.index },
        query: { size },
      });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === "API_THUMBNAIL_IMPOSSIBLE") return undefined;
    throw error;
  }
}

/** The bytes of a response of at most `limit` bytes. Rejects with `MCP_IMAGE_TOO_LARGE`. */
async function bytesOf(response: Response, limit: number): Promise<Uint8Array> {
  const length = Number(response.headers.get("content-length") ?? "0");
  if (length > limit) {
    await response.body?.cancel();
    throw imageTooLarge(length, limit);
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > limit) throw imageTooLarge(bytes.length, limit);
  return bytes;
}

export const mimeOf = (response: Response): string =>
  (response.headers.get("content-type") ?? "").split(";", 1)[0] ?? "";

/** The image for a reply. Rejects with `MCP_NOT_AN_IMAGE`, `MCP_IMAGE_TOO_LARGE`, or as the routes do. */
export async function readImage(calls: Calls, address: ImageAddress, size: ImageSize): Promise<ImageContent> {
  const thumbnail = size === "full" ? undefined : await openThumbnail(calls, address, pixels[size]);
  const response = thumbnail ?? (await openFile(calls, address));
  const mimeType = mimeOf(response);
  if (!mimeType.startsWith("image/")) {
    await response.body?.cancel();
    throw notAnImage(mimeType);
  }
  const bytes = await bytesOf(response, size === "full" ? fullLimit : replacementLimit);
  return { type: "image", data: Buffer.from(bytes).toString("base64"), mimeType };
}
