// The charset of tEXt and zTXt chunks: Latin-1 by the specification, and UTF-8 in what some programs write.

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** UTF-8 where it can be nothing else, which ordinary Latin-1 never looks like; else Latin-1. */
export function latinText(data: Uint8Array): string {
  const latin = Buffer.from(data).toString("latin1");
  if (!/[\u00c2-\u00f4][\u0080-\u00bf]/.test(latin)) return latin;
  try {
    return utf8.decode(data);
  } catch {
    return latin;
  }
}

/** Whether a text comes back the same when it is written in Latin-1. */
export const isLatin1 = (text: string): boolean =>
  /^[\p{ASCII}\u0080-\u00ff]*$/u.test(text) && latinText(Buffer.from(text, "latin1")) === text;
