// Quotes a string as one word of a POSIX shell, for commands that users copy; safe for a terminal.

import { oneLine } from "./plain-text.js";

/** Quotes a word only if necessary, and replaces control characters. */
export function shellWord(text: string): string {
  const plain = oneLine(text);
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}
