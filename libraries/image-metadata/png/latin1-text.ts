// The charset of tEXt and zTXt chunks: Latin-1 by the specification, but UTF-8 in files of some programs.

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Decodes as UTF-8 if the bytes contain a UTF-8 sequence, which Latin-1 texts practically never do; else as Latin-1. */
export function decodeLatin1OrUtf8(data: Uint8Array): string {
  const latin1 = Buffer.from(data).toString("latin1");
  if (!/[\u00c2-\u00f4][\u0080-\u00bf]/.test(latin1)) return latin1;
  try {
    return utf8.decode(data);
  } catch {
    return latin1;
  }
}

/** Whether `decodeLatin1OrUtf8` decodes the text correctly after encoding as Latin-1. */
export const canEncodeAsLatin1 = (text: string): boolean =>
  /^[\p{ASCII}\u0080-\u00ff]*$/u.test(text) && decodeLatin1OrUtf8(Buffer.from(text, "latin1")) === text;
