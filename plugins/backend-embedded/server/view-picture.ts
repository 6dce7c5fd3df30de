// Pictures in another form than they are stored in: smaller previews, and single channels.
import { decodePicture } from "../files/decode-picture.js";
import { encodeJpeg } from "../files/encode-jpeg.js";
import { encodeWebp } from "../files/encode-webp.js";
import { encodePng } from "../files/png.js";
import { rgbBytes, type RgbaPicture } from "../files/picture.js";

/** The query of `/view` as far as it asks for another form; undefined when it asks for the file itself. */
export type PictureWish =
  | { readonly kind: "preview"; readonly format: "webp" | "jpeg"; readonly quality: number }
  | { readonly kind: "rgb" }
  | { readonly kind: "alpha" };

const DEFAULT_QUALITY = 90;

/** `preview=webp;60` or `preview=jpeg`; other formats become WebP, other qualities 90. Unknown channels: the file. */
export function pictureWish(query: URLSearchParams): PictureWish | undefined {
  const preview = query.get("preview");
  const channel = query.get("channel") ?? "";
  if (preview !== null) {
    const parts = preview.split(";");
    const last = parts.at(-1) ?? "";
    return {
      kind: "preview",
      format: parts[0] === "jpeg" && !channel.includes("a") ? "jpeg" : "webp",
      quality: /^\d+$/.test(last) ? Math.min(Number(last), 100) : DEFAULT_QUALITY,
    };
  }
  if (channel === "rgb") return { kind: "rgb" };
  return channel === "a" ? { kind: "alpha" } : undefined;
}

/** Throws for bytes that are no picture. */
export function renderPicture(
  file: Uint8Array,
  wish: PictureWish,
): { readonly type: string; readonly bytes: Buffer } {
  const picture = decodePicture(file);
  if (wish.kind === "preview") {
    const { format, quality } = wish;
    const bytes = format === "jpeg" ? encodeJpeg(picture, quality) : encodeWebp(picture, { quality });
    return { type: `image/${format}`, bytes };
  }
  const { width, height } = picture;
  const shown =
    wish.kind === "rgb"
      ? { width, height, pixels: rgbBytes(picture) }
      : { width, height, rgba: alphaOf(picture) };
  return { type: "image/png", bytes: encodePng(shown) };
}

/** Black everywhere, with the alpha of the picture. */
function alphaOf({ rgba }: RgbaPicture): Uint8Array {
  return rgba.map((value, index) => (index % 4 === 3 ? value : 0));
}
