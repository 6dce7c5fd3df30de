// The input of the image-to-image cases: created here, uploaded by the client, and compared on the server.

import { encodePng } from "@pictor/images";
import { queryOf } from "../peers/graph.js";

const side = 64;

/** The name under which clients upload the image. A server may store it under another name. */
export const imageName = "case-input.png";

/** A PNG of 64 x 64 pixels, always the same: evening sky over dark land. */
export function createImage(): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(4 * side * side);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const colour = y < side / 2 ? [255 - x, 120 + 2 * y, 90 + 3 * y, 255] : [40, 60 + (x % 8), 30, 255];
      rgba.set(colour, 4 * (y * side + x));
    }
  return new Uint8Array(encodePng({ width: side, height: side, rgba }));
}

interface StoredName {
  readonly name: string;
  readonly subfolder: string;
}

/** The value for LoadImage's input: the name with its folder inside the input folder. */
export const inputName = ({ name, subfolder }: StoredName): string =>
  subfolder ? `${subfolder}/${name}` : name;

/** Uploads as a browser does, for clients without uploads. Settles with the value for LoadImage's input. */
export async function postImage(url: string, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
  const form = new FormData();
  form.set("image", new Blob([bytes], { type: "image/png" }), name);
  form.set("overwrite", "true");
  const reply = await fetch(`${url}upload/image`, { method: "POST", body: form });
  if (!reply.ok) throw new Error(`the upload was answered with ${reply.status}: ${await reply.text()}`);
  return inputName((await reply.json()) as StoredName);
}

/** Describes the difference if the image that the server stores as `input` is not the one that was sent; otherwise undefined. */
export async function uploadFault(
  url: string,
  bytes: Uint8Array,
  input: string,
): Promise<string | undefined> {
  const [, subfolder = "", filename = ""] = /^(?:(.*)\/)?([^/]+)$/.exec(input) ?? [];
  const query = queryOf({ filename, subfolder, type: "input" });
  const reply = await fetch(`${url}view?${query}`);
  if (!reply.ok) return `the uploaded image cannot be read back: ${reply.status}`;
  return Buffer.compare(Buffer.from(await reply.arrayBuffer()), bytes) === 0
    ? undefined
    : "the uploaded image is not what was sent";
}
