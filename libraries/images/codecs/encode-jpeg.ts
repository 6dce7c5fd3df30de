// Writes JPEG pictures: baseline, colours at half resolution both ways, as the real server writes them. Written for
// speed, as every step of a sampler sends one.
import { createBitWriter, stepFactors, writeBlock, type Component } from "./jpeg-blocks.js";
import {
  chrominanceAc,
  chrominanceDc,
  luminanceAc,
  luminanceDc,
  quantization,
  zigzag,
  type HuffmanTable,
} from "./jpeg-tables.js";
import type { RgbaPicture } from "./byte-images.js";

/** Lightness at full size; blue and red differences at half of it, rounded up. All 0 to 255, differences around 128. */
export interface JpegPlanes {
  readonly width: number;
  readonly height: number;
  readonly luma: Float32Array;
  readonly blue: Float32Array;
  readonly red: Float32Array;
}

/** Quality 1 to 100; default 95, with which the real server writes its previews. Alpha is dropped. */
export function encodeJpeg(picture: Omit<RgbaPicture, "hasAlpha">, quality = 95): Buffer {
  return encodeJpegPlanes(planesOf(picture), quality);
}

export function encodeJpegPlanes({ width, height, luma, blue, red }: JpegPlanes, quality = 95): Buffer {
  const bounded = Math.min(Math.max(Math.round(quality), 1), 100);
  const [fine, coarse] = [quantization("luminance", bounded), quantization("chrominance", bounded)];
  const [columns, rows] = [Math.ceil(width / 16), Math.ceil(height / 16)];
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const full = { samples: padded(luma, { width, height }, columns * 16, rows * 16), stride: columns * 16 };
  const y: Component = { ...full, factors: stepFactors(fine), dc: luminanceDc, ac: luminanceAc };
  const [cb, cr] = [blue, red].map((plane) => ({
    samples: padded(plane, half, columns * 8, rows * 8),
    stride: columns * 8,
    factors: stepFactors(coarse),
    dc: chrominanceDc,
    ac: chrominanceAc,
  })) as [Component, Component];
  const out = createBitWriter();
  let [meanY, meanB, meanR] = [0, 0, 0];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const corner = row * 16 * y.stride + column * 16;
      for (const offset of [0, 8, 8 * y.stride, 8 * y.stride + 8])
        meanY = writeBlock(out, y, corner + offset, meanY);
      const start = row * 8 * cb.stride + column * 8;
      meanB = writeBlock(out, cb, start, meanB);
      meanR = writeBlock(out, cr, start, meanR);
    }
  }
  return Buffer.concat([headers(width, height, fine, coarse), out.end(), Buffer.from([0xff, 0xd9])]);
}

/** The last row and column are repeated up to whole blocks. */
function padded(
  plane: Float32Array,
  { width, height }: { readonly width: number; readonly height: number },
  toWidth: number,
  toHeight: number,
): Float32Array {
  if (width === toWidth && height === toHeight) return plane;
  const out = new Float32Array(toWidth * toHeight);
  for (let y = 0; y < toHeight; y += 1) {
    const from = Math.min(y, height - 1) * width;
    for (let x = 0; x < toWidth; x += 1) {
      out[y * toWidth + x] = plane[from + Math.min(x, width - 1)] as number;
    }
  }
  return out;
}

function headers(width: number, height: number, fine: Uint8Array, coarse: Uint8Array): Buffer {
  const scanned = (steps: Uint8Array): number[] => Array.from(zigzag, (place) => steps[place] as number);
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  const huffman = (id: number, { counts, symbols }: HuffmanTable): Buffer =>
    segment(0xc4, [id, ...counts, ...symbols]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from("JFIF\0", "latin1"), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...scanned(fine)]),
    segment(0xdb, [1, ...scanned(coarse)]),
    segment(0xc0, [8, ...size, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
    huffman(0x00, luminanceDc),
    huffman(0x10, luminanceAc),
    huffman(0x01, chrominanceDc),
    huffman(0x11, chrominanceAc),
    segment(0xda, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]),
  ]);
}

const segment = (marker: number, content: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff, ...content]);

/** Colours of four pixels become their mean. */
function planesOf({ width, height, rgba }: Omit<RgbaPicture, "hasAlpha">): JpegPlanes {
  const luma = new Float32Array(width * height);
  const halfWidth = Math.ceil(width / 2);
  const [blue, red] = [0, 1].map(() => new Float32Array(halfWidth * Math.ceil(height / 2))) as [
    Float32Array,
    Float32Array,
  ];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const r = rgba[at] as number;
      const g = rgba[at + 1] as number;
      const b = rgba[at + 2] as number;
      const light = 0.299 * r + 0.587 * g + 0.114 * b;
      luma[y * width + x] = light;
      // A pixel at an odd end stands for those that are missing.
      const share =
        (x === width - 1 && width % 2 === 1 ? 1 : 0.5) * (y === height - 1 && height % 2 === 1 ? 1 : 0.5);
      const cell = (y >> 1) * halfWidth + (x >> 1);
      blue[cell] = (blue[cell] as number) + share * (128 + (b - light) * 0.564);
      red[cell] = (red[cell] as number) + share * (128 + (r - light) * 0.713);
    }
  }
  return { width, height, luma, blue, red };
}
