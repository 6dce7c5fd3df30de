// Faults from JSON, or from a caller without types: checked against the forms, every problem told at once.
import { isObject } from "../json.js";
import { hint, problemText, text, yes, type Problem, type Rule } from "../rules.js";
import type { Fault, FaultKind } from "./fault.js";
import { forms, type FieldType } from "./forms.js";

export type FaultProblem = Problem;

/** The message lists every problem; the text of a found value is shortened. */
export class InvalidFaultsError extends TypeError {
  override readonly name = "InvalidFaultsError";
  readonly problems: readonly FaultProblem[];

  constructor(problems: readonly FaultProblem[]) {
    super(problemText("Invalid faults", problems));
    this.problems = problems;
  }
}

const whole = (value: unknown, from: number, to: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to;

/** The longest timer of Node: 2^31 - 1 milliseconds. */
const LONGEST_MS = 2_147_483_647;
const MOST = Number.MAX_SAFE_INTEGER;

const rules: Readonly<Record<FieldType | "times", Rule>> = {
  ms: {
    holds: (value) => typeof value === "number" && value >= 0 && value <= LONGEST_MS,
    allowed: `milliseconds, 0 to ${LONGEST_MS}`,
  },
  count: { holds: (value) => whole(value, 0, MOST), allowed: "a whole number, 0 or more" },
  rate: { holds: (value) => whole(value, 1, MOST), allowed: "a whole number, 1 or more" },
  status: { holds: (value) => whole(value, 400, 599), allowed: "an HTTP status from 400 to 599" },
  text,
  yes,
  times: { holds: (value) => whole(value, 1, MOST), allowed: "a whole number, 1 or more" },
};

const shown = (value: unknown): string => {
  const json = (JSON.stringify(value) as string | undefined) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 57)}...` : json;
};

/** Throws an `InvalidFaultsError`. */
export function readFaults(value: unknown): readonly Fault[] {
  if (!Array.isArray(value)) {
    const problem = `found ${shown(value)}`;
    throw new InvalidFaultsError([{ at: "", problem, allowed: "an array of faults" }]);
  }
  const problems = value.flatMap((fault: unknown, index) => problemsOf(fault, `/${index}`));
  if (problems.length > 0) throw new InvalidFaultsError(problems);
  return value as readonly Fault[];
}

function problemsOf(fault: unknown, at: string): readonly FaultProblem[] {
  const kinds = Object.keys(forms);
  if (!isObject(fault)) return [{ at, problem: `found ${shown(fault)}`, allowed: "an object with a kind" }];
  const { kind, ...given } = fault;
  if (typeof kind !== "string" || !Object.hasOwn(forms, kind)) {
    const problem =
      "kind" in fault ? `there is no kind ${shown(kind)}${hint(kind, kinds)}` : "kind is missing";
    return [{ at: `${at}/kind`, problem, allowed: kinds.join(", ") }];
  }
  return memberProblems(kind as FaultKind, given, at);
}

function memberProblems(
  kind: FaultKind,
  given: Readonly<Record<string, unknown>>,
  at: string,
): readonly FaultProblem[] {
  const members = Object.entries(forms[kind].members as Readonly<Record<string, FieldType>>);
  const known = new Map<string, { readonly rule: Rule; readonly isNeeded: boolean }>([
    ...members.map(
      ([name, type]) =>
        [name.replace("?", ""), { rule: rules[type], isNeeded: !name.endsWith("?") }] as const,
    ),
    ["times", { rule: rules.times, isNeeded: false }],
  ]);
  const missing = [...known]
    .filter(([name, { isNeeded }]) => isNeeded && given[name] === undefined)
    .map(([name, { rule }]) => ({ at: `${at}/${name}`, problem: `${kind} needs it`, allowed: rule.allowed }));
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const rule = known.get(name)?.rule;
    if (rule === undefined) {
      const allowed = [...known.keys()].join(", ");
      const problem = `${kind} has no such member${hint(name, known.keys())}`;
      return [{ at: `${at}/${name}`, problem, allowed }];
    }
    if (value === undefined || rule.holds(value)) return [];
    return [{ at: `${at}/${name}`, problem: `found ${shown(value)}`, allowed: rule.allowed }];
  });
  return [...missing, ...wrong];
}
