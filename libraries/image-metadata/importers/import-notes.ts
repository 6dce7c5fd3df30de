// What the user is told of settings of another program that a project does not have. The length of a note is bounded,
// whatever the file has.

import { cutText } from "@pictor/kernel/plugin";

const maxNames = 40;
const maxNameLength = 60;

const shortened = (text: string): string => cutText(text, maxNameLength);

/** A note that names settings without a counterpart; none if there are none. */
export function withoutSettingNotes(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > maxNames ? `, and ${names.length - maxNames} others` : "";
  const shown = names.slice(0, maxNames).map(shortened).join(", ");
  return [`Left out, because Pictor has no setting for: ${shown}${more}.`];
}

export const samplerNote = (name: string): string =>
  `The sampler "${shortened(name)}" was left out, because it has no counterpart.`;

/** `expected` is a phrase such as `a whole number`. */
export const invalidNote = (name: string, expected: string, found: unknown): string =>
  `"${name}" was left out: expected ${expected}, found ${shortened(JSON.stringify(found))}.`;
