// The variables of an environment while they are edited: what is sent, what stays hidden, what becomes a secret.

import { expect, it } from "vitest";
import { mapTyped, withoutTyped } from "../../saving/typed-secrets.js";
import { changedPointers, rebased } from "../../saving/unsaved.js";
import {
  acceptEnvironment,
  bodyOf,
  draftOf,
  emptyEnvironment,
  rowsOf,
  secretNameOf,
  titlesOf,
  withoutRow,
  withRow,
} from "./environment-draft.js";

const listed = [
  { name: "host", value: "https://x.example" },
  { name: "key" },
  { name: "code", reference: "$env CODE" },
];
const draft = draftOf(listed);

it("what is listed and not changed is sent back as it was", () => {
  expect(bodyOf(draft)).toEqual({ variables: listed });
  expect(rowsOf(draft).map(({ name, value }) => [name, value])).toEqual([
    ["host", "https://x.example"],
    ["key", ""],
    ["code", "$env CODE"],
  ]);
});

it("a hidden value is replaced when another one is typed, as a secret that nothing but the draft has", () => {
  const typed = withRow(withoutRow(draft, "=host"), "=key", { value: "new" });
  expect(typed.variables["=key"]?.value).toEqual({ $typed: "new" });
  expect(acceptEnvironment(withoutTyped(typed, draft))).toEqual(withoutRow(draft, "=host"));
  const stored = mapTyped(typed, () => ({ $secret: "s.1" })) as typeof draft;
  expect(bodyOf(stored).variables[0]).toEqual({ name: "key", reference: "$secret s.1" });
});

it.each([
  ["password", true],
  ["apiKey", true],
  ["tokenUrl", false],
  ["host", false],
])("the name %s makes its value a secret: %s", (name, isSecret) => {
  const renamed = withRow(withRow(draft, "=host", { value: "v" }), "=host", { name });
  expect(renamed.variables["=host"]).toMatchObject({ isSecret, value: isSecret ? { $typed: "v" } : "v" });
});

it("a typed reference is a reference, a row without a name is left out, and a secret has a name that a path can have", () => {
  const named = withRow(emptyEnvironment, "a", { name: " pw ", isSecret: true });
  const referring = withRow(withRow(named, "a", { value: "$secret shop.pw" }), "b", { value: "lost" });
  expect(bodyOf(referring)).toEqual({ variables: [{ name: "pw", reference: "$secret shop.pw" }] });
  expect(secretNameOf("my lab/2", "api key", "x1")).toBe("environment.my-lab-2.api-key.x1");
});

it("the changes are named by their variables, and those that another page saves meanwhile are taken over", () => {
  const next = withoutRow(withRow(withRow(draft, "=host", { name: "origin" }), "n", { name: "id" }), "=code");
  expect(titlesOf(changedPointers(draft, next), next)).toEqual(["origin", "code", "id"]);
  const elsewhere = draftOf([{ name: "host", value: "https://y.example" }, { name: "key" }]);
  expect(bodyOf(rebased(draft, next, elsewhere) as typeof draft).variables).toEqual([
    { name: "origin", value: "https://y.example" },
    { name: "key" },
    { name: "id", value: "" },
  ]);
});
