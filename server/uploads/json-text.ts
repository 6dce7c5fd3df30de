// Recognizes JSON by its first bytes.

/** Whether the bytes begin like a JSON object, after a byte order mark and white space. */
export const isJsonObjectText = (head: Uint8Array): boolean =>
  /^\s*\{\s*(?:["}]|$)/.test(new TextDecoder().decode(head));
