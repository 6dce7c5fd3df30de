// The file extension that the first bytes of a file prove. A backend chooses the names of its files freely.

import { extname } from "node:path";

/** Number of first bytes that `trueExtension` needs. */
export const signatureBytes = 64;

const isAt = (head: Buffer, offset: number, text: string): boolean =>
  head.toString("latin1", offset, offset + text.length) === text;

const starts =
  (...texts: readonly string[]) =>
  (head: Buffer): boolean =>
    texts.some((text) => isAt(head, 0, text));
const riff = (kind: string) => (head: Buffer) => isAt(head, 0, "RIFF") && isAt(head, 8, kind);
/** ISO base media files, by the first brand that they name. */
const brand =
  (...brands: readonly string[]) =>
  (head: Buffer): boolean =>
    isAt(head, 4, "ftyp") && brands.some((name) => isAt(head, 8, name));

/** File types by their first bytes. The first entry that matches counts. */
const signatures: readonly (readonly [extension: string, matches: (head: Buffer) => boolean])[] = [
  [".png", starts("\x89PNG\r\n\x1a\n")],
  [".jpg", starts("\xff\xd8\xff")],
  [".gif", starts("GIF87a", "GIF89a")],
  [".webp", riff("WEBP")],
  [".wav", riff("WAVE")],
  [".avi", riff("AVI ")],
  [".avif", brand("avif", "avis")],
  [".heic", brand("heic", "heix", "mif1")],
  [".mov", brand("qt  ")],
  [".m4a", brand("M4A ")],
  [".mp4", brand("")],
  [".flac", starts("fLaC")],
  [".mp3", starts("ID3", "\xff\xfb", "\xff\xf3", "\xff\xf2")],
  [".glb", starts("glTF")],
  [".tif", starts("II*\0", "MM\0*")],
  [".exr", starts("v/1\x01")],
  [".bmp", (head) => isAt(head, 0, "BM") && isAt(head, 6, "\0\0\0\0")],
];

/** Containers of several file types: the file name chooses among the extensions, and the first extension is the default. */
const containers: readonly (readonly [extensions: readonly string[], matches: (head: Buffer) => boolean])[] =
  [
    [[".ogg", ".opus", ".oga", ".ogv"], starts("OggS")],
    [[".webm", ".mkv"], starts("\x1aE\xdf\xa3")],
    [[".svg", ".xml"], (head) => /^\ufeff?\s*<(\?xml|svg|!--|!doctype svg)/i.test(head.toString("utf8"))],
  ];

/** Extensions of files that have no signature and that no system executes when they are opened. */
const passive = new Set([
  ...[".txt", ".json", ".csv", ".srt", ".vtt", ".md", ".yaml", ".bvh"],
  ...[".latent", ".safetensors", ".npy", ".npz", ".ply", ".splat", ".ksplat", ".spz"],
  ...[".obj", ".mtl", ".stl", ".gltf", ".fbx", ".usdz", ".hdr", ".psd", ".tga", ".aac"],
]);

/**
 * The extension for a file with these first bytes. The name decides only among types that the bytes allow: `.bin` if its
 * extension stands for a type that the bytes do not have, or for an executable one.
 */
export function trueExtension(head: Uint8Array, filename: string): string {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const named = extname(filename).toLowerCase();
  const found = signatures.find(([, matches]) => matches(bytes));
  if (found !== undefined) return found[0];
  const container = containers.find(([, matches]) => matches(bytes));
  if (container !== undefined)
    return container[0].find((extension) => extension === named) ?? container[0][0] ?? ".bin";
  return passive.has(named) ? named : ".bin";
}
