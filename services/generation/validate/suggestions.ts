// How much a validation says of a graph with many problems: a search for a similar name takes a millisecond in a long
// catalog, so a graph with thousands of wrong names would take seconds.

import { didYouMean } from "@pictor/kernel";
import { listOptions } from "./list-options.js";

/** The most problems of a graph that are described. */
export const maxProblems = 100;
const maxSuggestions = 20;
/** Options that are listed where similar ones are no longer searched for. */
const listed = 3;

/** Searches similar names for the first problems of a graph. */
export class Suggestions {
  #left = maxSuggestions;

  /** ` Did you mean "x"?`, or an empty text. */
  near(word: string, known: () => Iterable<string>): string {
    return this.#left-- > 0 ? didYouMean(word, known()) : "";
  }

  /** Lists options: those that resemble the value, and the nearest of them. */
  options(options: readonly (string | number | boolean)[], value: unknown): string {
    if (this.#left-- <= 0) return `${options.slice(0, listed).join(", ")}, ... (${options.length}).`;
    const names = options.filter((option) => typeof option === "string");
    return `${listOptions(options, value)}.${typeof value === "string" ? didYouMean(value, names) : ""}`;
  }
}
