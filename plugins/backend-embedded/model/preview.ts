// Previews: the colour channels of a latent as a small picture, without the decoder.
import type { Picture } from "../nodes/node.js";
import { channelsToColours } from "./colour.js";
import { block, type LatentBatch } from "./latent.js";

/** Longest side of a preview in pixels. */
const LONGEST_SIDE = 256;

/** The first picture of a batch, scaled up (or down) to fit; smooth between cells. */
export function latentPreview(latents: LatentBatch): Picture {
  const scale = LONGEST_SIDE / Math.max(latents.width, latents.height);
  const width = Math.max(1, Math.round(latents.width * scale));
  const height = Math.max(1, Math.round(latents.height * scale));
  const rgb = channelsToColours(block(latents, 0), latents.width * latents.height);
  const wide = stretch(rgb, {
    lines: latents.height,
    from: latents.width,
    to: width,
    step: 3,
    line: latents.width * 3,
  });
  const pixels = stretch(wide, { lines: width, from: latents.height, to: height, step: width * 3, line: 3 });
  return { width, height, pixels: bytesOf(pixels) };
}

function bytesOf(colours: Float32Array): Uint8Array {
  const bytes = new Uint8Array(colours.length);
  for (let i = 0; i < bytes.length; i += 1) {
    bytes[i] = Math.max(0, Math.min(255, (colours[i] as number) * 255 + 0.5));
  }
  return bytes;
}

interface Stretch {
  /** Rows or columns to stretch, and how far apart they begin. */
  readonly lines: number;
  readonly line: number;
  /** Points along each, now and then, and how far apart they are. */
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** Linear resampling of colours along one axis. */
function stretch(source: Float32Array, { lines, line, from, to, step }: Stretch): Float32Array {
  const alongRow = step === 3;
  const target = new Float32Array(lines * to * 3);
  for (let i = 0; i < to; i += 1) {
    const at = Math.min(Math.max(((i + 0.5) * from) / to - 0.5, 0), from - 1);
    const low = Math.floor(at);
    const part = at - low;
    const [a, b] = [low * step, Math.min(low + 1, from - 1) * step];
    for (let j = 0; j < lines; j += 1) {
      const out = alongRow ? (j * to + i) * 3 : (i * lines + j) * 3;
      for (let c = 0; c < 3; c += 1) {
        const before = source[j * line + a + c] as number;
        target[out + c] = before + ((source[j * line + b + c] as number) - before) * part;
      }
    }
  }
  return target;
}
