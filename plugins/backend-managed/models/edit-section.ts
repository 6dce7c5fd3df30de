// Puts the section `pictor` into the text of an extra_model_paths.yaml, or takes it out; every other byte stays. Pure.

import { Document, isMap, isScalar, parseDocument, type Pair, type YAMLMap } from "yaml";
import type { Section } from "./paths-section.js";

export const sectionName = "pictor";
const note = " Written by Pictor from its settings (models): what is changed in this section is lost.";

export type EditResult =
  | { readonly kind: "text"; readonly text: string }
  /** What is there cannot be read. */
  | { readonly kind: "broken"; readonly reason: string };

/** As lines of a block mapping. */
function render(section: Section, eol: string): string {
  const document = new Document({ [sectionName]: section });
  const map = document.get(sectionName) as YAMLMap;
  map.commentBefore = note;
  return document.toString({ lineWidth: 0 }).replaceAll("\n", eol);
}

const isOurs = ({ key }: Pair): boolean => isScalar(key) && key.value === sectionName;

/** Offsets of a whole pair: from the beginning of its key's line to the end of its value's last line. */
function pairRange({ key, value }: Pair, text: string): readonly [start: number, end: number] {
  const rangeOf = (node: unknown) => (node as { readonly range?: readonly number[] } | null)?.range;
  const start = text.lastIndexOf("\n", (rangeOf(key)?.[0] ?? 0) - 1) + 1;
  const last = rangeOf(value)?.[1] ?? rangeOf(key)?.[1] ?? start;
  // A block scalar ends behind its line break.
  if (last > start && text[last - 1] === "\n") return [start, last];
  const lineEnd = text.indexOf("\n", last);
  return [start, lineEnd < 0 ? text.length : lineEnd + 1];
}

/** What the section holds now; undefined where there is none, or where the text cannot be read. */
export function sectionIn(text: string): unknown {
  const document = parseDocument(text, { uniqueKeys: false });
  const found =
    document.errors.length === 0 && isMap(document.contents) ? document.get(sectionName) : undefined;
  return isMap(found) ? found.toJSON() : (found ?? undefined);
}

/** `section` undefined takes it out. */
export function editSection(text: string, section: Section | undefined): EditResult {
  const document = parseDocument(text, { uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined)
    return { kind: "broken", reason: error.message.split("\n")[0]?.replace(/:$/, "") ?? "" };
  const { contents } = document;
  const isNothing = contents === null || (isScalar(contents) && contents.value === null);
  if (!isNothing && !isMap(contents)) return { kind: "broken", reason: "it holds no sections" };
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
  // An empty flow mapping is all that there is.
  const base = isMap(contents) && contents.items.length === 0 ? "" : without;
  const gap = base === "" || base.endsWith("\n") ? "" : eol;
  return { kind: "text", text: base + gap + rendered };
}
