// Objects from outside: what each member may be, and every problem told at once. Values are not repeated: some are secret.
import { nearest } from "@pictor/kernel/plugin";
import { isObject } from "./json.js";

export interface Problem {
  /** JSON pointer, "" for the whole. */
  readonly at: string;
  readonly problem: string;
  /** What may stand there. */
  readonly allowed: string;
}

export interface Rule {
  readonly holds: (value: unknown) => boolean;
  readonly allowed: string;
}

export const text: Rule = {
  holds: (value) => typeof value === "string" && value !== "",
  allowed: "a text that is not empty",
};
export const yes: Rule = { holds: (value) => typeof value === "boolean", allowed: "true or false" };
export const object: Rule = { holds: isObject, allowed: "an object" };

export const oneOf = (...words: readonly string[]): Rule => ({
  holds: (value) => typeof value === "string" && words.includes(value),
  allowed: words.join(", "),
});

/** Members without a rule are problems, and so are `needed` ones that are not there. An undefined one is not there. */
export function problemsOf(
  at: string,
  given: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, Rule>>,
  needed: readonly string[] = [],
): readonly Problem[] {
  const missing = needed
    .filter((name) => given[name] === undefined)
    .map((name) => ({ at: `${at}/${name}`, problem: "it is missing", allowed: rules[name]?.allowed ?? "" }));
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    const known = Object.keys(rules);
    if (rule === undefined) {
      const problem = `there is no such member${hint(name, known)}`;
      return [{ at: `${at}/${name}`, problem, allowed: known.join(", ") }];
    }
    if (value === undefined || rule.holds(value)) return [];
    return [{ at: `${at}/${name}`, problem: "it is something else", allowed: rule.allowed }];
  });
  return [...missing, ...wrong];
}

/** What was meant, perhaps. */
export function hint(word: unknown, known: Iterable<string>): string {
  const near = typeof word === "string" ? nearest(word, known) : undefined;
  return near === undefined ? "" : ` (did you mean "${near}"?)`;
}

/** A headline, then a line for each problem. */
export const problemText = (headline: string, problems: readonly Problem[]): string =>
  [
    headline,
    ...problems.map(({ at, problem, allowed }) => `${at || "/"}: ${problem}; allowed: ${allowed}`),
  ].join("\n");
