// Searches a list of extensions by words. Pure.

import type { AvailableExtension } from "@pictor/kernel/plugin";
import { identityOf } from "../names/identity.js";

const isLetter = (sign: string): boolean => /[\p{L}\p{N}]/u.test(sign);
function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !isLetter(text.charAt(at - 1))) return true;
  }
  return false;
}

/** How well a word matches an extension; 0 for no match. */
function scoreOf(word: string, { id, title, author, description, registryId }: AvailableExtension): number {
  const [lowTitle, name] = [title.toLowerCase(), id.split("/").at(-1) ?? id];
  if (word === id || word === registryId || word === name || word === lowTitle) return 100;
  if (name.startsWith(word) || lowTitle.startsWith(word)) return 40;
  if (beginsWord(lowTitle, word)) return 30;
  if (lowTitle.includes(word) || id.includes(word) || registryId?.includes(word) === true) return 20;
  if (author?.toLowerCase().includes(word) === true) return 10;
  return description?.toLowerCase().includes(word) === true ? 5 : 0;
}
/**
 * The entries that contain every word of the query in title, id, author or description, best first: exact names, then
 * beginnings of names, words of titles, parts of names, authors, descriptions. Ignores letter case; an address finds its
 * repository. An empty query returns all entries in their order.
 */
export function searchIndex<Entry extends AvailableExtension>(
  entries: readonly Entry[],
  query: string,
): readonly Entry[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return entries;
  const address = /[/:]/.test(query) ? identityOf(query.trim()) : undefined;
  const scored = entries.map((entry, index) => {
    const scores = entry.id === address ? [100] : words.map((word) => scoreOf(word, entry));
    return { entry, index, score: scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ entry }) => entry);
}
