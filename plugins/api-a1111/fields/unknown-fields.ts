// Finds the fields that this API does not know, and names the nearest one that it knows.

import { cutText, didYouMean } from "@pictor/kernel/plugin";
import type { Note } from "../base/note.js";
import type { Fields } from "./read-field.js";

const longestName = 60;
const mostNotes = 50;

/** Notes for the members of `fields` whose names are not `known`. Their values may be secrets, so no note contains them. */
export function unknownNotes(fields: Fields, known: readonly string[], place = ""): readonly Note[] {
  const isKnown = new Set(known);
  return Object.entries(fields)
    .filter(([name, value]) => !isKnown.has(name) && value !== null && value !== undefined)
    .slice(0, mostNotes)
    .map(([name]) => {
      const field = place + cutText(name, longestName);
      return {
        field,
        message: `The field ${field} had no effect, because Pictor does not know it.${didYouMean(name, known)}`,
      };
    });
}
