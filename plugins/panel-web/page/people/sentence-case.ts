// Texts of the server as the beginning of a sentence.

/** `install it` becomes `Install it`. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
