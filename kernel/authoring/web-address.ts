// Addresses of the web.

/**
 * Whether a text is an http or https address. Another scheme, which a server or a file could name, would start a
 * program or read a file.
 */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
