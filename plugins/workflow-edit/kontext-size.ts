// The sizes that Flux Kontext was trained on. The node FluxKontextImageScale scales an image to the one with the
// nearest aspect ratio.

import type { Size } from "@pictor/workflow-parts";

const trainedSizes: readonly (readonly [width: number, height: number])[] = [
  [672, 1568],
  [688, 1504],
  [720, 1456],
  [752, 1392],
  [800, 1328],
  [832, 1248],
  [880, 1184],
  [944, 1104],
  [1024, 1024],
  [1104, 944],
  [1184, 880],
  [1248, 832],
  [1328, 800],
  [1392, 752],
  [1456, 720],
  [1504, 688],
  [1568, 672],
];

/** The size after FluxKontextImageScale. */
export function kontextSize({ width, height }: Size): Size {
  const distance = ([w, h]: readonly [number, number]): number => Math.abs(width / height - w / h);
  const [nearestWidth, nearestHeight] = trainedSizes.reduce((best, size) =>
    distance(size) < distance(best) ? size : best,
  );
  return { width: nearestWidth, height: nearestHeight };
}

/** The size after ImageStitch, which scales all images to the height of the first. Undefined without images. */
export function sizeOfStitchedImages([first, ...others]: readonly Size[]): Size | undefined {
  if (first === undefined) return undefined;
  const { height } = first;
  const widths = others.map((other) => Math.floor((height * other.width) / other.height));
  return { width: widths.reduce((sum, width) => sum + width, first.width), height };
}
