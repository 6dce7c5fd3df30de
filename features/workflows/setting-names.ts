// The names of the settings of a saved workflow: the usual ones as everywhere, the rest after node and input.

import type { FormInput } from "./graph-form.js";

/** `Load Image (2)` and `image` become `loadImage2Image`. */
function nameOf({ nodeTitle, input }: FormInput): string {
  const words =
    `${nodeTitle} ${input}`
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .match(/[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]+|\d+/g) ?? [];
  const [first = "value", ...rest] = words.map((word) => word.toLowerCase());
  const name = first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[a-z]/.test(name) ? name : `input${name}`;
}

/** The inputs by the name of their setting. Inputs with the role `seed` share one. */
export function settingNames(inputs: readonly FormInput[]): ReadonlyMap<string, readonly FormInput[]> {
  const named = new Map<string, readonly FormInput[]>();
  /** The last number of each name: a stranger's graph may have thousands of inputs of one name. */
  const numbers = new Map<string, number>();
  for (const input of inputs) {
    if (input.role === "seed") {
      named.set("seed", [...(named.get("seed") ?? []), input]);
      continue;
    }
    const wanted = input.role ?? nameOf(input);
    let name = wanted;
    while (named.has(name) || (name === "seed" && input.role === undefined)) {
      const number = (numbers.get(wanted) ?? 1) + 1;
      numbers.set(wanted, number);
      name = `${wanted}${number}`;
    }
    named.set(name, [input]);
  }
  return named;
}
