// The name of a backend in messages, such as `studio (Managed ComfyUI, not installed)`. Pure.

import { oneLine } from "../text/plain-text.js";

/**
 * Joins a name and a title. A state in parentheses at the end of the title is merged into the parentheses of the label.
 */
export const backendLabel = (name: string, title: string): string =>
  `${oneLine(name)} (${oneLine(title).replace(/ \(([^()]*)\)$/, ", $1")})`;
