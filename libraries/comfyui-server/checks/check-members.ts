// Checks the members of objects that callers pass in, and collects every problem with its position.
import { stringifyJson } from "@pictor/comfyui-graph";
import { cutText, isRecord, nearest } from "@pictor/kernel/plugin";

export interface Problem {
  /** JSON pointer to the value; "" is the whole input. */
  readonly at: string;
  readonly problem: string;
  /** A description of the values that the member accepts. */
  readonly allowed: string;
}

/** The rejection of an input; the message lists each problem on a separate line. */
export class InvalidInputError extends TypeError {
  readonly problems: readonly Problem[];

  constructor(headline: string, problems: readonly Problem[]) {
    const lines = problems.map(({ at, problem, allowed }) => `${at || "/"}: ${problem}; allowed: ${allowed}`);
    super([headline, ...lines].join("\n"));
    this.problems = problems;
  }
}

export interface Rule {
  readonly accepts: (value: unknown) => boolean;
  readonly allowed: string;
  /** True: a rejected value is not quoted, because it may be a secret. */
  readonly isSecret?: boolean;
}

export const nonEmptyString: Rule = {
  accepts: (value) => typeof value === "string" && value !== "",
  allowed: "a string that is not empty",
};
/** The longest delay that the timers of Node.js support. */
const longestMs = 2 ** 31 - 1;

export const milliseconds: Rule = {
  accepts: (value) => typeof value === "number" && value >= 0 && value <= longestMs,
  allowed: `milliseconds, 0 to ${longestMs}`,
};
export const boolean: Rule = { accepts: (value) => typeof value === "boolean", allowed: "true or false" };
export const object: Rule = { accepts: isRecord, allowed: "an object" };
export const oneOf = (...words: readonly string[]): Rule => ({
  accepts: (value) => typeof value === "string" && words.includes(value),
  allowed: words.join(", "),
});

/** Finds members without a rule, members that their rule rejects, and absent `required` ones; undefined counts as absent. */
export function memberProblems(
  at: string,
  input: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, Rule>>,
  required: readonly string[] = [],
): readonly Problem[] {
  const missing = required
    .filter((name) => input[name] === undefined)
    .map((name) => ({ at: `${at}/${name}`, problem: "is missing", allowed: rules[name]?.allowed ?? "" }));
  const rejected = Object.entries(input).flatMap(([name, value]) => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) {
      const known = Object.keys(rules);
      return [
        { at: `${at}/${name}`, problem: `is unknown${suggestion(name, known)}`, allowed: known.join(", ") },
      ];
    }
    if (value === undefined || rule.accepts(value)) return [];
    const problem = rule.isSecret === true ? "is invalid" : found(value);
    return [{ at: `${at}/${name}`, problem, allowed: rule.allowed }];
  });
  return [...missing, ...rejected];
}

/** Describes a rejected value by its JSON text, shortened. */
export function found(value: unknown): string {
  const json = (stringifyJson(value) as string | undefined) ?? String(value);
  return `found ${cutText(json, 60)}`;
}

/** ` (did you mean "x"?)`, or "" when no known word is close. */
export function suggestion(word: unknown, known: Iterable<string>): string {
  const near = typeof word === "string" ? nearest(word, known) : undefined;
  return near === undefined ? "" : ` (did you mean "${near}"?)`;
}
