// Sets or removes the section `pictor` in the text of extra_model_paths.yaml; every other byte stays. Pure.

import { Document, isMap, isScalar, parseDocument, type Pair, type YAMLMap } from "yaml";
import type { Section } from "./paths-section.js";

const sectionName = "pictor";
/** ComfyUI reads the file by YAML 1.1, in which the names `no` and `2024-05-01` are no strings without quotation marks. */
const options = { version: "1.1", uniqueKeys: false } as const;
const note = " Written by Pictor from its settings (models); changes in this section are overwritten.";

export type EditResult =
  | { readonly kind: "text"; readonly text: string }
  /** The text is not a valid file; `reason` is for the user. */
  | { readonly kind: "broken"; readonly reason: string };

/** Formats the section as a block mapping. */
function render(section: Section, eol: string): string {
  const document = new Document({ [sectionName]: section }, options);
  const map = document.get(sectionName) as YAMLMap;
  map.commentBefore = note;
  return document.toString({ lineWidth: 0 }).replaceAll("\n", eol);
}

const isOurs = ({ key }: Pair): boolean => isScalar(key) && key.value === sectionName;

/** Offsets of a pair: from the start of the key's line to the end of the value's last line. */
function pairRange({ key, value }: Pair, text: string): readonly [start: number, end: number] {
  const rangeOf = (node: unknown) => (node as { readonly range?: readonly number[] } | null)?.range;
  const start = text.lastIndexOf("\n", (rangeOf(key)?.[0] ?? 0) - 1) + 1;
  const last = rangeOf(value)?.[1] ?? rangeOf(key)?.[1] ?? start;
  // The range of a block scalar includes its line break.
  if (last > start && text[last - 1] === "\n") return [start, last];
  const lineEnd = text.indexOf("\n", last);
  return [start, lineEnd < 0 ? text.length : lineEnd + 1];
}

/** The value of the section; undefined when it is missing or the text is invalid. */
export function sectionIn(text: string): unknown {
  const document = parseDocument(text, options);
  const found =
    document.errors.length === 0 && isMap(document.contents) ? document.get(sectionName) : undefined;
  return isMap(found) ? found.toJSON() : (found ?? undefined);
}

/** Removes the section when `section` is undefined. */
export function editSection(text: string, section: Section | undefined): EditResult {
  const document = parseDocument(text, options);
  const [error] = document.errors;
  if (error !== undefined)
    return { kind: "broken", reason: error.message.split("\n")[0]?.replace(/:$/, "") ?? "" };
  const { contents } = document;
  const isNothing = contents === null || (isScalar(contents) && contents.value === null);
  if (!isNothing && !isMap(contents)) return { kind: "broken", reason: "it is not a mapping of sections" };
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  if (isMap(contents) && contents.flow === true && contents.items.length > 0) {
    if (section === undefined) document.delete(sectionName);
    else document.set(sectionName, document.createNode(section));
    return { kind: "text", text: document.toString({ lineWidth: 0 }).replaceAll("\n", eol) };
  }

  const ours = isMap(contents) ? contents.items.filter(isOurs) : [];
  const [first] = ours;
  const extents = ours.map((pair) => pairRange(pair, text));
  const without = extents
    .toReversed()
    .reduce((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text);
  if (section === undefined) return { kind: "text", text: without };
  const rendered = render(section, eol);
  if (first !== undefined) {
    const [at] = extents[0] ?? [0];
    return { kind: "text", text: without.slice(0, at) + rendered + without.slice(at) };
  }
  // An empty flow mapping is replaced.
  const base = isMap(contents) && contents.items.length === 0 ? "" : without;
  const gap = base === "" || base.endsWith("\n") ? "" : eol;
  return { kind: "text", text: base + gap + rendered };
}
