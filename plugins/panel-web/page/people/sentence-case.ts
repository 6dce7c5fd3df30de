// Capitalizes a text of the server, so that it can begin a sentence.

/** Changes `install it` to `Install it`. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
