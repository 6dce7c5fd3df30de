// Drafts beside what is stored: what differs, what another page has saved meanwhile, and typed secrets.

import { describe, expect, it } from "vitest";
import { typedIn, withoutTyped, withPlaceholders, withTexts } from "./typed-secrets.js";
import { afterSave, changedPointers, rebased, shownOf } from "./unsaved.js";

describe("the changes of a draft", () => {
  it.each<[string, unknown, unknown, readonly string[]]>([
    ["nothing", { a: 1 }, { a: 1 }, []],
    ["a value, a new one and a removed one", { a: 1, b: 2 }, { a: 2, c: 3 }, ["/a", "/b", "/c"]],
    ["a value inside", { x: { a: 1, b: 1 } }, { x: { a: 2, b: 1 } }, ["/x/a"]],
    ["a list as a whole", { list: [1, 2] }, { list: [1, 3] }, ["/list"]],
    ["a typed secret in place of a reference", { p: { $secret: "s" } }, { p: { $typed: "x" } }, ["/p"]],
    ["a name with a slash", {}, { "a/b~c": 1 }, ["/a~1b~0c"]],
  ])("are %s", (_what, stored, draft, pointers) => {
    expect(changedPointers(stored, draft)).toEqual(pointers);
  });

  it("stay when something else was saved meanwhile, which is taken over", () => {
    const base = { type: "basic", schemes: { basic: { user: "a", realm: "r" } } };
    const draft = { type: "basic", schemes: { basic: { user: "b", realm: "r" } } };
    const stored = { type: "basic", schemes: { basic: { user: "a", realm: "s" } }, origins: ["o"] };
    expect(rebased(base, draft, stored)).toEqual({
      type: "basic",
      schemes: { basic: { user: "b", realm: "s" } },
      origins: ["o"],
    });
    expect(shownOf({ base, draft }, draft)).toBe(draft);
    expect(shownOf(undefined, stored)).toBe(stored);
  });

  it("that were made while it was saved are still unsaved", () => {
    const [written, later] = [{ a: 1 }, { a: 2 }];
    expect(afterSave({ base: { a: 0 }, draft: written }, written)).toBeUndefined();
    expect(afterSave({ base: { a: 0 }, draft: later }, written)).toEqual({ base: written, draft: later });
  });
});

it("typed secrets are found at any depth, are never kept, and are texts only in what is sent", () => {
  const values = { user: "me", password: { $typed: "TULIP" }, list: [{ value: { $typed: "ROSE" } }] };
  expect(typedIn(values)).toEqual([
    { pointer: "/password", text: "TULIP" },
    { pointer: "/list/0/value", text: "ROSE" },
  ]);
  expect(withoutTyped(values)).toEqual({ user: "me", list: [{}] });
  const stored = { user: "you", password: { $secret: "p" } };
  expect(withoutTyped<object>(values, stored)).toMatchObject({ user: "me", password: { $secret: "p" } });
  expect(withTexts(values)).toEqual({ user: "me", password: "TULIP", list: [{ value: "ROSE" }] });
  expect(JSON.stringify(withPlaceholders(values))).not.toMatch(/TULIP|ROSE/);
  expect(withPlaceholders(values, new Set(["TULIP"]))).toMatchObject({ password: "TULIP" });
});
