// Shortens texts of errors, which can repeat what callers and other programs have sent.

import { beginningOf, endOf } from "../base/cut-text.js";

const maxLength = 2_000;
const beginning = 1_500;
const ending = 300;

/**
 * A text of more than 2,000 characters becomes its beginning, its length and its end. To be used where a text is shown,
 * after secrets were replaced: a part of a secret is no longer recognized as one.
 */
export const shortText = (text: string): string =>
  text.length <= maxLength
    ? text
    : `${beginningOf(text, beginning)}... (${text.length} characters) ...${endOf(text, ending)}`;
