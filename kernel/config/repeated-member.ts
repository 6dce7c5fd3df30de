// Finds members that a JSON text gives twice, of which JSON.parse keeps the last one without a word.

import { cutText } from "../base/cut-text.js";
import { jsonPlace } from "../base/errors/json-syntax-problem.js";

/** Texts, those of names with the colon behind them, and brackets. */
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/gs;

/** Characters of a name that the reason shows. */
const maxShown = 80;

/** What an object of valid JSON has twice, and the place of the second one; undefined if there is none. */
export function repeatedMember(
  json: string,
): { readonly reason: string; readonly place: string } | undefined {
  const objects: Set<string>[] = [];
  for (const { 0: token, 1: text, 2: colon, index } of json.matchAll(tokens)) {
    if (token === "{" || token === "[") objects.push(new Set());
    else if (token === "}" || token === "]") objects.pop();
    else if (text !== undefined && colon !== undefined) {
      const name = JSON.parse(text) as string;
      const names = objects.at(-1);
      if (names?.has(name) === true)
        return {
          reason: `${cutText(text, maxShown)} stands twice in one object`,
          place: jsonPlace(json, index),
        };
      names?.add(name);
    }
  }
  return undefined;
}
