// Builds the text chunks of saved images: the graph, and each member of `extra_pnginfo`.
import { isRecord } from "@pictor/kernel/plugin";
import { pythonJson } from "@pictor/comfyui-graph";
import type { QueueItem } from "../prompts/queue.js";

/** Texts by PNG keyword. */
export function imageTexts(item: QueueItem): Record<string, string> {
  const extra = item.extraData["extra_pnginfo"];
  const members = isRecord(extra) ? Object.entries(extra).filter(([keyword]) => isKeyword(keyword)) : [];
  return {
    prompt: pythonJson(item.jsonGraph),
    ...Object.fromEntries(members.map(([keyword, value]) => [keyword, pythonJson(value)])),
  };
}

/** A PNG keyword has 1 to 79 printable Latin-1 characters and no space at either end (W3C PNG 11.3.4.2). */
const isKeyword = (text: string): boolean => /^(?! )[\x20-\x7e\xa1-\xff]{1,79}(?<! )$/.test(text);
