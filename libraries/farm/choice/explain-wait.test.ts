// Why a prompt waits, from what each member lacks and does.

import { expect, it } from "vitest";
import { explainWait, type JudgedMember } from "./explain-wait.js";

const member = (name: string, state: JudgedMember["state"], ...lacks: readonly string[]): JudgedMember => ({
  member: name,
  state,
  lacks,
});

it.each<[string, readonly JudgedMember[], string, string]>([
  [
    "of those that can run it, one gets prompts",
    [member("a", "ready"), member("b", "draining"), member("c", "ready", "the class X")],
    "turn",
    "others run first on the members that can run it: a",
  ],
  [
    "those that can run it are draining",
    [member("a", "draining"), member("b", "ready", "the class X")],
    "draining",
    "the members that can run it get no prompts: a (draining)",
  ],
  [
    "one of them is draining, and one does not answer",
    [member("a", "draining"), member("b", "unreachable"), member("c", "unchecked")],
    "unreachable",
    "the members that can run it get no prompts: a (draining), b (no answer), c (no answer yet)",
  ],
  [
    "nobody has what it needs",
    [member("a", "ready", "the class X"), member("b", "unreachable", "the class X")],
    "unable",
    "a, b lack the class X",
  ],
  ["there is nobody", [], "unreachable", "there is no member that could run it"],
  [
    "more members than are named",
    "abcdefg".split("").map((name) => member(name, "ready")),
    "turn",
    "others run first on the members that can run it: a, b, c, d, e and 2 more",
  ],
])("%s", (_what, members, why, detail) => {
  expect(explainWait(members)).toEqual({ why, detail });
});
