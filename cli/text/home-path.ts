// Paths as people write them: `~` for the home folder.

import { homedir } from "node:os";

/** `text` with every path that begins with the home folder shortened. */
export function homePath(text: string, home: string = homedir()): string {
  if (home.length < 2) return text;
  const shorten = (word: string): string =>
    word.startsWith(home) && /^([\\/]|$)/.test(word.slice(home.length))
      ? `~${word.slice(home.length)}`
      : word;
  return text.split(" ").map(shorten).join(" ");
}
