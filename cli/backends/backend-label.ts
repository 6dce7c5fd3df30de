// The name of a backend in messages, such as `studio (Managed ComfyUI, not installed)`. Pure.

import { oneLine } from "../text/plain-text.js";

/** A state in parentheses at the end of the title is merged into the label's own parentheses. */
export const backendLabel = (name: string, title: string): string =>
  `${oneLine(name)} (${oneLine(title).replace(/ \(([^()]*)\)$/, ", $1")})`;
