// Texts in the lowest bits of the pixels ("stealth pnginfo"), which NovelAI and extensions of other programs write
// because sites that share images remove other metadata. A signature and the number of bits precede the text.

import { parseJsonOrUndefined, stringifyJson } from "@pictor/kernel/plugin";
import { isJsonObject } from "../base/json.js";
import type { TextCollector } from "../base/text-collector.js";

interface Hiding {
  readonly signature: string;
  /** The bits of a pixel, in order. */
  readonly masks: readonly number[];
  readonly isCompressed: boolean;
}

const [alpha, colors] = [[1], [8, 4, 2]];
const hidings: readonly Hiding[] = [
  { signature: "stealth_pngcomp", masks: alpha, isCompressed: true },
  { signature: "stealth_pnginfo", masks: alpha, isCompressed: false },
  { signature: "stealth_rgbcomp", masks: colors, isCompressed: true },
  { signature: "stealth_rgbinfo", masks: colors, isCompressed: false },
];

const signatureBytes = 15;
const lengthBytes = 4;

/** Bytes of the hidden data; the bits of each byte come highest first. */
function bytesAt(bits: Uint8Array, { masks }: Hiding, start: number, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, index) => {
    let byte = 0;
    for (let bit = (start + index) * 8; bit < (start + index + 1) * 8; bit++) {
      const pixel = bits[Math.floor(bit / masks.length)] ?? 0;
      byte = (byte << 1) | ((pixel & (masks[bit % masks.length] ?? 0)) === 0 ? 0 : 1);
    }
    return byte;
  });
}

const hidingOf = (bits: Uint8Array): Hiding | undefined =>
  hidings.find(
    (hiding) => Buffer.from(bytesAt(bits, hiding, 0, signatureBytes)).toString("latin1") === hiding.signature,
  );

/**
 * Adds the texts of a JSON object under its keys, as NovelAI and extensions of ComfyUI write them, and any other as
 * parameters.
 */
function collect(text: string, collector: TextCollector): void {
  const value = /^\s*\{/.test(text) ? parseJsonOrUndefined(text) : undefined;
  if (!isJsonObject(value)) {
    collector.add("parameters", text);
    return;
  }
  for (const [keyword, member] of Object.entries(value))
    collector.add(keyword, typeof member === "string" ? member : stringifyJson(member));
}

/** The number of pixels that have the signature, because each one has at least one bit of it. */
export const signaturePixels = signatureBytes * 8;

/** Whether a text is hidden in pixels whose first ones have these lowest bits. */
export const hidesText = (bits: Uint8Array): boolean => hidingOf(bits) !== undefined;

/**
 * Adds the texts that are hidden in the lowest bits of the pixels, if there are any. The pixels go down the columns
 * from the left one; the bits of one are 1 for alpha, 2 for blue, 4 for green, 8 for red.
 */
export function collectHiddenTexts(bits: Uint8Array, collector: TextCollector): void {
  const hiding = hidingOf(bits);
  if (hiding === undefined) return;
  const start = signatureBytes + lengthBytes;
  const length = Buffer.from(bytesAt(bits, hiding, signatureBytes, lengthBytes)).readUInt32BE() >>> 3;
  const damaged = "The text that is hidden in its pixels is damaged and was left out.";
  if ((start + length) * 8 > bits.length * hiding.masks.length) {
    collector.note(damaged);
    return;
  }
  const hidden = bytesAt(bits, hiding, start, length);
  const found = hiding.isCompressed ? collector.inflater.inflate(hidden, "gzip") : { bytes: hidden };
  if (!("bytes" in found)) collector.note(damaged);
  else if (collector.reserve(found.bytes.length)) collect(new TextDecoder().decode(found.bytes), collector);
}
