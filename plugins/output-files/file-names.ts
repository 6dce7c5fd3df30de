// From an output to the names that its file may have, in the order in which they are tried.

import type { Output } from "@pictor/kernel/plugin";
import { fillTemplate } from "./name-template.js";
import type { NameTemplate } from "./name-template.js";
import { segment } from "./segment.js";
import type { NameValues } from "./variables.js";

const endings: Readonly<Record<string, string>> = {
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

/** The type decides, because what is inside counts; for other types the server's own ending, else `.bin`. */
export function endingOf({ mime, file }: Pick<Output, "mime" | "file">): string {
  const type = mime.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const byType = Object.hasOwn(endings, type) ? endings[type] : undefined;
  return byType ?? /\.[a-z0-9]{1,8}$/i.exec(file.filename)?.[0].toLowerCase() ?? ".bin";
}

/** `name.png`, `name_2.png`, `name_3.png`, ... without end, each made when it is asked for. */
export function* fileNames(
  template: NameTemplate,
  values: NameValues,
  ending: string,
): Generator<string, never> {
  const segments = fillTemplate(template, values);
  const folders = segments.slice(0, -1);
  const base = segments.at(-1) ?? "";
  yield [...folders, segment(base, ending)].join("/");
  for (let count = 2; ; count++) yield [...folders, segment(base, `_${count}${ending}`)].join("/");
}
