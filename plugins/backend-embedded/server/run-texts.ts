// The text chunks that a run writes into its pictures: the graph, and each key of `extra_pnginfo`.
import { isObject, pythonJson } from "../json.js";
import type { QueueItem } from "./queue.js";

export function runTexts(item: QueueItem): Record<string, string> {
  const extra = item.extraData["extra_pnginfo"];
  const more = isObject(extra) ? Object.entries(extra).filter(([keyword]) => isKeyword(keyword)) : [];
  return {
    prompt: pythonJson(item.shown),
    ...Object.fromEntries(more.map(([keyword, value]) => [keyword, pythonJson(value)])),
  };
}

/** A PNG keyword: 1 to 79 printable Latin-1 characters, no space at its ends (W3C PNG 11.3.4.2). */
const isKeyword = (text: string): boolean => /^(?! )[\x20-\x7e\xa1-\xff]{1,79}(?<! )$/.test(text);
