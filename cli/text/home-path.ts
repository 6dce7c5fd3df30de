// Shortens the home folder in paths to `~`.

import { homeFolder } from "@pictor/kernel";

/** Shortens every path in `text` that begins with the home folder. */
export function homePath(text: string, home: string = homeFolder()): string {
  if (home.length < 2) return text;
  const shorten = (word: string): string =>
    word.startsWith(home) && /^([\\/]|$)/.test(word.slice(home.length))
      ? `~${word.slice(home.length)}`
      : word;
  return text.split(" ").map(shorten).join(" ");
}
