// Media types of files by their extension.

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
