// The names that the file of an output may have, in the order in which they are tried.

import { fillNameTemplate, type NameTemplate } from "./name-template.js";
import { safeSegment } from "./path-segment.js";
import type { TemplateValues } from "./template-variables.js";

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
