// Quotes a text as one word of the user's shell, safe for a terminal.

import { shellWord as quotedWord } from "@pictor/kernel";
import { oneLine } from "./plain-text.js";

/** Quotes a word only if necessary, and replaces control characters. */
export const shellWord = (text: string): string => quotedWord(oneLine(text));
