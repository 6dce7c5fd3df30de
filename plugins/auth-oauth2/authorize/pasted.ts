// What a person pastes: the address that the browser was sent to, its query, or the bare code.

import { readAnswer } from "./callback.js";
import type { Answer } from "./callback.js";

export type Pasted = Answer | { readonly kind: "wrong"; readonly problem: string };

const wrong = (problem: string): Pasted => ({ kind: "wrong", problem });

const queryIn = (text: string): string | undefined => {
  if (!text.includes("?") && !text.includes("://"))
    return /(^|&)(code|state|error)=/.test(text) ? text : undefined;
  const [beforeFragment = ""] = text.split("#", 1);
  const mark = beforeFragment.indexOf("?");
  return mark < 0 ? "" : beforeFragment.slice(mark + 1);
};

/** An address must bring the state of this flow; a bare code cannot, and is bound to the flow by the proof key alone. */
export function readPasted(given: string, state: string): Pasted {
  const text = given.trim();
  if (text === "") return wrong("Nothing was pasted.");
  const query = queryIn(text);
  if (query === undefined && /\s/.test(text)) return wrong("This is neither an address nor a code.");
  const reading = readAnswer(new URLSearchParams(query ?? { code: text, state }), state);
  if (reading.kind === "wrong-state") return wrong("This address belongs to another sign-in.");
  return reading.kind === "invalid" ? wrong(`This cannot be used: ${reading.problem}.`) : reading;
}
