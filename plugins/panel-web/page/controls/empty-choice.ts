// What a choice shows whose value is none of the choices.

import type { TextField } from "@pictor/client";

/** The text of a choice of an enum. A number that is no choice is told as a text is. */
export const unknownChoiceText = (value: unknown): string =>
  (typeof value === "string" && value !== "") || typeof value === "number"
    ? `${value} (not a choice)`
    : "Default";

/**
 * The text in the empty field of a choice from the catalog of the backend. `asks`: the user has to choose, because nothing
 * is chosen for the user.
 */
export function emptyChoiceText(
  field: Pick<TextField, "default" | "x-optionsFrom">,
  { isRequired, asks }: { readonly isRequired: boolean; readonly asks: boolean },
): string {
  if (field.default !== undefined && field.default !== "") return field.default;
  if (!isRequired) return "automatic";
  if (asks) return "Choose one";
  return field["x-optionsFrom"]?.prefer === undefined ? "The first of the backend" : "Found by its name";
}
