// The canvases of a mask. The painted canvas is opaque where the mask is white; the file is black and white.

import type { Size } from "./zoom.js";

/** The color of the painted areas on the screen. Only the opacity of a pixel has a meaning. */
const color = "#ff5a36";

function canvasOf({ width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("The browser cannot draw: it gives no canvas.");
  context.strokeStyle = color;
  context.fillStyle = color;
  return context;
}

/** Converts a saved mask of any size to a painted canvas: the lighter a pixel, the more opaque. */
export function paintedOf(mask: ImageBitmap, size: Size): HTMLCanvasElement {
  const canvas = canvasOf(size);
  const context = contextOf(canvas);
  context.drawImage(mask, 0, 0, size.width, size.height);
  const pixels = context.getImageData(0, 0, size.width, size.height);
  const { data } = pixels;
  for (let at = 0; at < data.length; at += 4) data[at + 3] = ((data[at] ?? 0) * (data[at + 3] ?? 0)) / 255;
  context.putImageData(pixels, 0, 0);
  context.globalCompositeOperation = "source-in";
  context.fillRect(0, 0, size.width, size.height);
  return canvas;
}

/** Makes a PNG of the size of the image: white where the canvas is painted, black elsewhere. */
export async function maskFile(painted: HTMLCanvasElement): Promise<File> {
  const { width, height } = painted;
  const white = canvasOf(painted);
  const context = contextOf(white);
  context.drawImage(painted, 0, 0);
  context.fillStyle = "#fff";
  context.globalCompositeOperation = "source-in";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#000";
  context.globalCompositeOperation = "destination-over";
  context.fillRect(0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => white.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("The browser could not write the mask.");
  return new File([blob], "mask.png", { type: "image/png" });
}
