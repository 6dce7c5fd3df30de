// What an empty choice from the catalog of the backend means.

import type { TextField } from "@pictor/client";

/** The text in the empty field. `asks`: the user has to choose, because nothing is chosen for the user. */
export function emptyChoiceText(
  field: Pick<TextField, "default" | "x-optionsFrom">,
  { isRequired, asks }: { readonly isRequired: boolean; readonly asks: boolean },
): string {
  if (field.default !== undefined && field.default !== "") return field.default;
  if (!isRequired) return "automatic";
  if (asks) return "Choose one";
  return field["x-optionsFrom"]?.prefer === undefined ? "The first of the backend" : "Found by its name";
}
