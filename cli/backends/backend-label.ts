// A backend as it is named beside what happens there: `studio (Managed ComfyUI, not installed)`. Pure.

import { oneLine } from "../text/plain-text.js";

/** The title of a backend may end with a state in brackets; there is one pair of them. */
export const backendLabel = (name: string, title: string): string =>
  `${oneLine(name)} (${oneLine(title).replace(/ \(([^()]*)\)$/, ", $1")})`;
