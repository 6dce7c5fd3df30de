// A text as one word of a POSIX shell, so that a command can be shown ready to type.

/** Quoted only where it has to be. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
