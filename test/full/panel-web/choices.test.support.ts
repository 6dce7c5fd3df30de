// Fields with a choice among known values, as a person uses them.

import type { Locator } from "playwright-core";

/** The options of a field, which are there while its list is open. */
export const optionsOf = (field: Locator): Locator => field.locator("xpath=..").getByRole("option");

/** Opens the list of a field, and takes the option with a text. */
export async function choose(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.locator("xpath=..").getByRole("option", { name: text, exact: true }).click();
}
