// The names that the file of an output may have, in the order in which they are tried.

import type { Output } from "@pictor/kernel/plugin";
import { fillNameTemplate, type NameTemplate } from "./name-template.js";
import { safeSegment } from "./path-segment.js";
import type { TemplateValues } from "./template-variables.js";

const extensions: Readonly<Record<string, string>> = {
  "image/png": ".png",
  "image/apng": ".png",
  "image/jpeg": ".jpg",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "image/avif": ".avif",
  "image/svg+xml": ".svg",
  "video/mp4": ".mp4",
  "video/webm": ".webm",
  "audio/flac": ".flac",
  "audio/mpeg": ".mp3",
  "audio/ogg": ".ogg",
  "audio/wav": ".wav",
  "model/gltf-binary": ".glb",
};

/** The file extension for the MIME type; for an unknown type, the extension of the backend's file name, else `.bin`. */
export function fileExtensionOf({ mime, file }: Pick<Output, "mime" | "file">): string {
  const type = mime.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const byType = Object.hasOwn(extensions, type) ? extensions[type] : undefined;
  return byType ?? /\.[a-z0-9]{1,8}$/i.exec(file.filename)?.[0].toLowerCase() ?? ".bin";
}

/** Yields `name.png`, `name_2.png`, `name_3.png` and so on, without end. */
export function* candidateFileNames(
  template: NameTemplate,
  values: TemplateValues,
  extension: string,
): Generator<string, never> {
  const segments = fillNameTemplate(template, values);
  const folders = segments.slice(0, -1);
  const base = segments.at(-1) ?? "";
  yield [...folders, safeSegment(base, extension)].join("/");
  for (let count = 2; ; count++) yield [...folders, safeSegment(base, `_${count}${extension}`)].join("/");
}
