// Checks faults that come from JSON or from an untyped caller against their descriptions.
import { isRecord } from "@pictor/kernel/plugin";
import {
  boolean,
  found,
  InvalidInputError,
  memberProblems,
  milliseconds,
  nonEmptyString,
  suggestion,
  type Problem,
  type Rule,
} from "../checks/check-members.js";
import { faultDescriptions, type MemberType } from "./descriptions.js";
import type { Fault, FaultKind } from "./fault.js";

export class InvalidFaultsError extends InvalidInputError {
  override readonly name = "InvalidFaultsError";
  constructor(problems: readonly Problem[]) {
    super("Invalid faults", problems);
  }
}

const integer = (minimum: number, maximum: number, allowed: string): Rule => ({
  accepts: (value) =>
    Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum,
  allowed,
});

const rules: Readonly<Record<MemberType | "times", Rule>> = {
  ms: milliseconds,
  count: integer(0, Number.MAX_SAFE_INTEGER, "an integer, 0 or more"),
  rate: integer(1, Number.MAX_SAFE_INTEGER, "an integer, 1 or more"),
  status: integer(400, 599, "an HTTP status from 400 to 599"),
  string: nonEmptyString,
  boolean,
  times: integer(1, Number.MAX_SAFE_INTEGER, "an integer, 1 or more"),
};

/** Returns the checked value. Throws an `InvalidFaultsError` that lists all problems. */
export function readFaults(value: unknown): readonly Fault[] {
  const problems = Array.isArray(value)
    ? value.flatMap((fault: unknown, index) => faultProblems(fault, `/${index}`))
    : [{ at: "", problem: found(value), allowed: "an array of faults" }];
  if (problems.length > 0) throw new InvalidFaultsError(problems);
  return value as readonly Fault[];
}

function faultProblems(fault: unknown, at: string): readonly Problem[] {
  if (!isRecord(fault)) return [{ at, problem: found(fault), allowed: "an object with a kind" }];
  const { kind, ...members } = fault;
  const kinds = Object.keys(faultDescriptions);
  if (typeof kind !== "string" || !kinds.includes(kind)) {
    const problem = "kind" in fault ? found(kind) + suggestion(kind, kinds) : "is missing";
    return [{ at: `${at}/kind`, problem, allowed: kinds.join(", ") }];
  }
  const types = Object.entries<MemberType>(faultDescriptions[kind as FaultKind].members);
  const known = types.map(([name, type]) => [name.replace("?", ""), rules[type]] as const);
  const required = types.map(([name]) => name).filter((name) => !name.endsWith("?"));
  return memberProblems(at, members, { ...Object.fromEntries(known), times: rules.times }, required);
}
