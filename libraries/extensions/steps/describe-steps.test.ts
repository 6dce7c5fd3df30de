// Tests of the sentences that describe steps.

import { describe, expect, it } from "vitest";
import { decide } from "./decide-steps.js";
import { commit, have, need, otherCommit } from "../testing/step-records.js";
import {
  describeAction,
  describeByHand,
  describeClaim,
  describeCopies,
  describeStep,
  listed,
} from "./describe-steps.js";
import type { Step } from "./step.js";

const a = (text: string, more: object = {}) => need(text, { nodeClasses: ["A", "B"], ...more });
const only = (...arguments_: Parameters<typeof decide>): Step => {
  const [step] = decide(...arguments_);
  if (step === undefined) throw new Error("no step");
  return step;
};
const source = { origin: "git", address: "https://me:S3cret@github.com/acme/pack" } as const;

describe("a step", () => {
  it.each<[string, Step, string, string | undefined, string]>([
    [
      "ok",
      only([a("acme/pack")], [have("1.0.0")]),
      "acme/pack is installed: 1.0.0, as pack.",
      undefined,
      "Nothing has to be done.",
    ],
    [
      "install",
      only([a("acme/pack >=1.0.0")], []),
      "acme/pack is missing (>=1.0.0); A and B need it.",
      "Install acme/pack: >=1.0.0, from https://github.com/acme/pack (for A and B)",
      "Install acme/pack (>=1.0.0) from https://github.com/acme/pack into custom_nodes of the server, and restart it.",
    ],
    [
      "update",
      only([a("acme/pack >=1.0.0")], [have("0.9.0")]),
      "acme/pack is 0.9.0, too old: >=1.0.0 is needed; A and B need it.",
      "Update acme/pack: 0.9.0 to >=1.0.0, from https://github.com/acme/pack (for A and B)",
      "Change acme/pack in custom_nodes/pack to >=1.0.0, and restart the server.",
    ],
    [
      "update to what is locked",
      only([need("acme/pack")], [have(undefined, { commit: otherCommit })], [{ id: "acme/pack", commit }]),
      "acme/pack is commit 0123456789, not what the lock file names: commit 9f1c2d3e4f; a plugin needs it.",
      "Update acme/pack: commit 0123456789 to commit 9f1c2d3e4f, from https://github.com/acme/pack (for a plugin)",
      "Change acme/pack in custom_nodes/pack to commit 9f1c2d3e4f, and restart the server.",
    ],
    [
      "enable",
      only([a("acme/pack >=1.0.0")], [have("0.9.0", { enabled: false })]),
      "acme/pack is disabled, and 0.9.0 is too old: >=1.0.0 is needed; A and B need it.",
      "Enable acme/pack and update it: 0.9.0 to >=1.0.0, from https://github.com/acme/pack (for A and B)",
      "Enable acme/pack (pack), change it to >=1.0.0, and restart the server.",
    ],
    [
      "restart",
      only([a("acme/pack")], [have("1.0.0", { loaded: false })]),
      "acme/pack is installed as pack, but the server has not loaded it yet; A and B need it.",
      "Restart the server, which loads acme/pack (for A and B)",
      "Restart the server.",
    ],
    [
      "broken",
      only([a("acme/pack")], [have("1.0.0", { loaded: false, failure: "ImportError: x" })]),
      "acme/pack is installed as pack, but the server could not load it: ImportError: x",
      undefined,
      "Look for pack in the server's log, correct what the log reports, and restart the server.",
    ],
    [
      "unverifiable",
      only([a("acme/pack >=1.0.0")], [have(undefined, { commit })]),
      "acme/pack: pack (commit 9f1c2d3e4f) is installed, but its version is not known, and >=1.0.0 is needed.",
      "Update acme/pack: commit 9f1c2d3e4f to >=1.0.0, from https://github.com/acme/pack (for A and B)",
      "Change pack to a release of acme/pack (>=1.0.0), and restart the server.",
    ],
    [
      "conflict",
      only([a("acme/pack ^1.0.0"), need("acme/pack ^2.0.0", { nodeClasses: ["C"] })], []),
      "acme/pack: no version can be ^1.0.0 for A and B and ^2.0.0 for C.",
      undefined,
      "Leave out one of the features or plugins that need it, or change what they need.",
    ],
    [
      "invalid",
      only([need("--evil", { nodeClasses: ["C"] })], []),
      '"--evil", which C needs, cannot be used: its name is refused: it begins with a dash.',
      undefined,
      "Correct the name or the range where it is required.",
    ],
  ])("%s", (_kind, step, fact, action, byHand) => {
    expect(describeStep(step)).toBe(fact);
    expect(describeAction(step, source)).toBe(action);
    expect(describeByHand(step, source)).toBe(byHand);
  });

  it("names further enabled copies", () => {
    const step = only([need("acme/pack")], [have("1.0.0", { place: "a" }), have("1.0.0", { place: "b" })]);
    expect(describeCopies(step)).toBe(
      "acme/pack is enabled 2 times, as a and b; the server most likely uses b. Disable the others.",
    );
    expect(describeStep(step)).toContain("2 times");
  });

  it("names a fork that claims to be the required extension", () => {
    const names = { id: "me/fork", place: "fork", repositories: ["me/fork", "https://github.com/Acme/Pack"] };
    const step = only([need("acme/pack")], [have("1.0.0", names)]);
    expect(describeClaim(step)).toBe("fork comes from me/fork, and claims to be acme/pack.");
    expect(describeStep(step)).toContain("comes from me/fork");
    expect(describeClaim(only([need("acme/pack")], [have("1.0.0")]))).toBeUndefined();
    expect(describeClaim(only([need("acme/pack"), need("me/fork")], [have("1.0.0", names)]))).toBeUndefined();
    expect(describeClaim(only([need("acme/pack")], []))).toBeUndefined();
  });

  it("names the classes if the server does not list its extensions", () => {
    const classes = new Map([
      ["A", {}],
      ["B", {}],
    ]);
    expect(describeStep(only([a("acme/pack")], [], [], { classes }))).toBe(
      "acme/pack: the server has A and B, and any version will do.",
    );
    expect(describeStep(only([a("acme/pack >=1.0.0")], [], [], { classes }))).toBe(
      "acme/pack: Something provides A and B, but it does not say that it is this extension, and >=1.0.0 is needed.",
    );
  });
});

describe("a list of words", () => {
  it.each([
    [[], ""],
    [["A"], "A"],
    [["A", "B"], "A and B"],
    [["A", "B", "C", "D"], "A, B, C and D"],
    [["A", "B", "C", "D", "E", "F"], "A, B, C and 3 more"],
  ])("%j is %j", (words, text) => {
    expect(listed(words)).toBe(text);
  });
});
