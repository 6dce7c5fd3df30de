// A text as one word of a POSIX shell, so that a command can be shown ready to type; safe for a terminal.

import { oneLine } from "./plain-text.js";

/** Quoted only where it has to be; control characters are replaced. */
export function shellWord(text: string): string {
  const plain = oneLine(text);
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}
