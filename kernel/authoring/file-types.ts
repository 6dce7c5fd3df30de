// What a file is: its media type by its extension, and the extensions that its first bytes allow.

const types: ReadonlyMap<string, string> = new Map(
  Object.entries({
    png: "image/png",
    jpg: "image/jpeg",
    jpeg: "image/jpeg",
    webp: "image/webp",
    gif: "image/gif",
    avif: "image/avif",
    tif: "image/tiff",
    tiff: "image/tiff",
    bmp: "image/bmp",
    svg: "image/svg+xml",
    exr: "image/x-exr",
    mp4: "video/mp4",
    webm: "video/webm",
    mov: "video/quicktime",
    mkv: "video/matroska",
    avi: "video/vnd.avi",
    wav: "audio/wav",
    mp3: "audio/mpeg",
    flac: "audio/flac",
    ogg: "audio/ogg",
    opus: "audio/ogg",
    m4a: "audio/mp4",
    glb: "model/gltf-binary",
    gltf: "model/gltf+json",
    obj: "model/obj",
    stl: "model/stl",
    json: "application/json",
    txt: "text/plain",
  }),
);

/** Returns the media type for a file name; `application/octet-stream` for an unknown extension. */
export function mediaTypeOf(filename: string): string {
  const extension = /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
  return types.get(extension) ?? "application/octet-stream";
}

/** Number of first bytes that `extensionsOfBytes` reads. */
export const signatureBytes = 64;

type Matches = (head: Buffer) => boolean;

const isAt = (head: Buffer, offset: number, text: string): boolean =>
  head.toString("latin1", offset, offset + text.length) === text;

const starts =
  (...texts: readonly string[]): Matches =>
  (head) =>
    texts.some((text) => isAt(head, 0, text));
const riff =
  (kind: string): Matches =>
  (head) =>
    isAt(head, 0, "RIFF") && isAt(head, 8, kind);

/** Brands of every image in an ISO base media file, of whatever codec. */
const sharedBrands: readonly string[] = ["mif1", "msf1"];
/** Brands of files that are no videos: raw images of cameras (Canon), and images of codecs without an entry below. */
const otherBrands: readonly string[] = ["crx ", "jxl ", "jp2 ", "jpx ", "avci", "jxs ", "vvic"];

/**
 * ISO base media files (ISO/IEC 14496-12, section 4.3): by their major brand, or by a compatible one if the major brand says only
 * that the file is an image.
 */
const brand =
  (...brands: readonly string[]): Matches =>
  (head) => {
    if (!isAt(head, 4, "ftyp")) return false;
    const end = Math.min(head.length, head.readUInt32BE(0));
    const major = head.toString("latin1", 8, 12);
    const compatible = head.toString("latin1", 16, end).match(/.{4}/gs) ?? [];
    return (sharedBrands.includes(major) ? compatible : [major]).some((name) => brands.includes(name));
  };

/** The extensions of file types, the usual one first, by the first bytes. The first entry that matches counts. */
const signatures: readonly (readonly [extensions: readonly string[], matches: Matches])[] = [
  [[".png"], starts("\x89PNG\r\n\x1a\n")],
  [[".jpg"], starts("\xff\xd8\xff")],
  [[".gif"], starts("GIF87a", "GIF89a")],
  [[".webp"], riff("WEBP")],
  [[".wav"], riff("WAVE")],
  [[".avi"], riff("AVI ")],
  [[".avif"], brand("avif", "avis")],
  [[".heic"], brand("heic", "heix", "heim", "heis", "hevc", "hevx")],
  [[".mov"], brand("qt  ")],
  [[".m4a"], brand("M4A ")],
  [
    [".mp4"],
    (head) => isAt(head, 4, "ftyp") && ![...sharedBrands, ...otherBrands].some((name) => isAt(head, 8, name)),
  ],
  [[".flac"], starts("fLaC")],
  [[".mp3"], starts("ID3", "\xff\xfb", "\xff\xf3", "\xff\xf2")],
  [[".glb"], starts("glTF")],
  [[".tif"], starts("II*\0", "MM\0*")],
  [[".exr"], starts("v/1\x01")],
  [[".bmp"], (head) => isAt(head, 0, "BM") && isAt(head, 6, "\0\0\0\0")],
  [[".ogg", ".opus", ".oga", ".ogv"], starts("OggS")],
  [[".webm", ".mkv"], starts("\x1aE\xdf\xa3")],
  [[".svg", ".xml"], (head) => /^\ufeff?\s*<(\?xml|svg|!--|!doctype svg)/i.test(head.toString("utf8"))],
];

/** The extensions that a file with these first bytes may have, the usual one first; none for bytes of an unknown type. */
export function extensionsOfBytes(file: Uint8Array): readonly string[] {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, signatureBytes));
  return signatures.find(([, matches]) => matches(head))?.[0] ?? [];
}
