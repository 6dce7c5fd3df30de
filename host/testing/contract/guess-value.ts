// A value for a field of settings that has none, with which the rules can begin.

import type { Field } from "@pictor/kernel";
import { sampleImage } from "./sample-image.js";

/** Where nothing answers: no program listens on port 1. */
const nowhere = "http://127.0.0.1:1/";

/** The image for a path, an address where nothing answers, the first choice, the minimum; undefined if it cannot be guessed. */
export function guessValue(field: Field): unknown {
  if (field.type === "array") {
    const item = guessValue(field.items);
    return item === undefined ? undefined : [item];
  }
  if (field.type === "object") {
    // A group may need one of several optional texts, such as a prompt.
    const filled = Object.entries(field.properties).filter(
      ([name, one]) =>
        field.required?.includes(name) === true ||
        (one.type === "string" && [undefined, "multiline"].includes(one.format)),
    );
    return Object.fromEntries(filled.map(([name, one]) => [name, guessValue(one)]));
  }
  if (field.type === "boolean") return false;
  if (field.type !== "string") return field.minimum ?? 1;
  if (field.format === "path") return sampleImage();
  if (field.format === "uri") return nowhere;
  return field.enum?.[0] ?? "contract";
}
