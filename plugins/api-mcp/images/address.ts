// The addresses of images: pictor://images/ID, pictor://jobs/ID/outputs/N and pictor://uploads/ID.

import { cutText } from "@pictor/kernel/plugin";
import { imageAddressInvalid } from "../faults.js";

export type ImageAddress =
  | { readonly kind: "image"; readonly id: string }
  | { readonly kind: "output"; readonly job: string; readonly index: string }
  | { readonly kind: "upload"; readonly id: string };

export const imageUri = (id: string): string => `pictor://images/${id}`;
export const outputUri = (job: string, index: number): string => `pictor://jobs/${job}/outputs/${index}`;
export const uploadUri = (id: string): string => `pictor://uploads/${id}`;

/** Whether a text is an address of this form, and not a path or a name. */
export const isAddress = (text: string): boolean => text.startsWith("pictor://");

/** Reads an address; a bare id is that of a saved image. Throws `MCP_IMAGE_ADDRESS`. */
export function parseAddress(text: string): ImageAddress {
  const [, image] = /^(?:pictor:\/\/images\/)?([\w-]{1,100})$/.exec(text) ?? [];
  if (image !== undefined) return { kind: "image", id: image };
  const [, job, index] = /^pictor:\/\/jobs\/([\w-]{1,100})\/outputs\/(\d{1,9})$/.exec(text) ?? [];
  if (job !== undefined && index !== undefined) return { kind: "output", job, index };
  const [, upload] = /^pictor:\/\/uploads\/([\w-]{1,100})$/.exec(text) ?? [];
  if (upload !== undefined) return { kind: "upload", id: upload };
  throw imageAddressInvalid(JSON.stringify(cutText(text, 200)));
}
