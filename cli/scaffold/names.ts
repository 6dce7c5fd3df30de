// The names that a new plugin has: its id, and the words that its files use.

import { kinds, type Kind } from "./kinds.js";

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The id of a plugin, which is also the name of its folder and of its package. */
export function pluginId(kind: Kind, name: string): string {
  const { id } = kinds[kind];
  return id.replace("<name>", name);
}

/** Lower-case words that begin with a letter, joined by single hyphens. */
export const isName = (name: string): boolean =>
  /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) && name.length <= 32;

/** The nearest valid name; empty if nothing of the text can be part of a name. */
export const nearestName = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "")
    .slice(0, 32)
    .replace(/-+$/, "");

/** Puts the name in place of `acme` in the text of a template: `acme`, `Acme` as a word, `Acme` in an identifier, `ACME`. */
export function withName(text: string, name: string): string {
  const words = name.split("-");
  const title = capital(words.join(" "));
  const identifier = words.map(capital).join("");
  const key = words.length > 1 ? `"${name}"` : name;
  return text
    .replaceAll(
      /(?<=\{ )acme(?=: )|^( +)acme(?=: \{$)/gm,
      (_found, indent: string | undefined) => `${indent ?? ""}${key}`,
    )
    .replaceAll(/(?<![A-Za-z])Acme(?![A-Za-z])/g, title)
    .replaceAll("Acme", identifier)
    .replaceAll("ACME", words.join("_").toUpperCase())
    .replaceAll("acme", name);
}
