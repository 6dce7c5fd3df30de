// Converts an image for `/view`: to a preview, to the image without its alpha channel, or to its alpha channel.
import { decodeImage, encodeJpeg, encodePng, encodeWebp, type RgbaImage, rgbBytes } from "@pictor/images";

export type Rendering =
  | { readonly kind: "preview"; readonly format: "webp" | "jpeg"; readonly quality: number }
  | { readonly kind: "rgb" }
  | { readonly kind: "alpha" };

const DEFAULT_QUALITY = 90;

/**
 * The rendering that a query asks for with `preview` or `channel`; undefined for the file itself, also for an unknown
 * channel. As on real servers, an unknown format becomes WebP and an invalid quality 90.
 */
export function requestedRendering(query: URLSearchParams): Rendering | undefined {
  const preview = query.get("preview");
  const channel = query.get("channel") ?? "";
  if (preview !== null) {
    const context = preview.split(";");
    const last = context.at(-1) ?? "";
    return {
      kind: "preview",
      format: context[0] === "jpeg" && !channel.includes("a") ? "jpeg" : "webp",
      quality: /^\d+$/.test(last) ? Math.min(Number(last), 100) : DEFAULT_QUALITY,
    };
  }
  if (channel === "rgb") return { kind: "rgb" };
  return channel === "a" ? { kind: "alpha" } : undefined;
}

/** Renders an image. Throws when the file is not an image, or has more pixels than `limits` allows. */
export function renderImage(
  file: Uint8Array,
  rendering: Rendering,
  limits?: { readonly maxPixels: number },
): { readonly type: string; readonly bytes: Buffer } {
  const image = decodeImage(file, limits);
  if (rendering.kind === "preview") {
    const { format, quality } = rendering;
    const bytes = format === "jpeg" ? encodeJpeg(image, quality) : encodeWebp(image, { quality });
    return { type: `image/${format}`, bytes };
  }
  const { width, height } = image;
  const channels =
    rendering.kind === "rgb"
      ? { width, height, pixels: rgbBytes(image) }
      : { width, height, rgba: alphaChannel(image) };
  return { type: "image/png", bytes: encodePng(channels) };
}

/** Black pixels with the alpha of the image. */
function alphaChannel({ rgba }: RgbaImage): Uint8Array {
  return rgba.map((value, index) => (index % 4 === 3 ? value : 0));
}
