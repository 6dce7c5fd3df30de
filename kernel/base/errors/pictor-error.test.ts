// Errors: recognized across copies of the module, filled in from their details, and created from any thrown value.

import { describe, expect, it } from "vitest";
import { errorCatalog } from "./error-catalog.gen.js";
import { fault } from "./error-catalog.js";
import { defineErrors, PictorError, reasonOf, changedError } from "./pictor-error.js";

describe("two copies of the module", () => {
  it("recognize each other's errors", async () => {
    const address = "./pictor-error.js?copy";
    const copy = (await import(/* @vite-ignore */ address)) as typeof import("./pictor-error.js");
    expect(copy.PictorError).not.toBe(PictorError);
    const theirs = new copy.PictorError("X", "what", "", {});
    expect(theirs instanceof PictorError).toBe(true);
    expect(fault("INTERNAL", { reason: "r" }) instanceof copy.PictorError).toBe(true);
  });
});

describe("a fault", () => {
  it("fills in both texts, and keeps additional details", () => {
    const cause = new Error("c");
    const error = fault(
      "PLUGIN_IMPORT_FAILED",
      { id: "a", reason: "r", main: "./index.js" },
      { cause, more: { extra: 1 } },
    );
    expect(error).toMatchObject({ code: "PLUGIN_IMPORT_FAILED", cause, details: { id: "a", extra: 1 } });
    expect(error.message).toBe(`${error.what} ${error.hint}`);
    expect(error.message).not.toMatch(/[{}]/);
  });

  it("has the advice for a page in its details, that of its entry or its own", () => {
    const build = defineErrors({
      X_OFF: {
        class: "conflict",
        message: "{name} is off.",
        fix: "Run `on {name}`.",
        pageFix: "Switch {name} on.",
      },
    });
    const error = build("X_OFF", { name: "it" });
    expect([error.hint, error.details]).toEqual(["Run `on it`.", { name: "it", pageFix: "Switch it on." }]);
    const own = build("X_OFF", { name: "it" }, { pageFix: "Ask {name}." });
    expect(own.details).toEqual({ name: "it", pageFix: "Ask it." });
  });

  it("with a code that its catalog lacks names the code and the nearest one", () => {
    const build = defineErrors({ TICKET_DENIED: { class: "denied", message: "a.", fix: "b." } });
    const lacking = 'The catalog of errors has no code "TICKET_DENIDE". Did you mean "TICKET_DENIED"?';
    expect(() => build("TICKET_DENIDE" as "TICKET_DENIED", {})).toThrow(new TypeError(lacking));
  });

  it("has the base that its entry names, else its own code, also when it is copied", () => {
    const build = defineErrors({
      X: { base: "AUTH_REFUSED", message: "a.", fix: "b." },
      Y: { class: "input", message: "a.", fix: "b." },
    });
    const bases = [build("X", {}), build("Y", {}), fault("KERNEL_DISPOSED", {})].map((error) => [
      error.base,
      changedError(error, { details: {} }).base,
    ]);
    expect(bases).toEqual(["AUTH_REFUSED", "Y", "KERNEL_DISPOSED"].map((base) => [base, base]));
  });

  it("has the class and the status of its entry, or of its base, also when it is copied", () => {
    const build = defineErrors({
      X: { base: "BACKEND_REFUSED_GRAPH", message: "a.", fix: "b." },
      Y: { base: "AUTH_REFUSED", class: "conflict", status: 423, message: "a.", fix: "b." },
    });
    const made = [
      build("X", {}),
      build("Y", {}),
      build("Y", {}, { status: 424 }),
      new PictorError("Z", "z.", "", {}),
    ];
    const kinds = made.map((error) => [error, changedError(error, { what: "c." })]);
    expect(kinds.map((pair) => pair.map((error) => [error.class, error.status]))).toEqual(
      [
        ["upstream", 422],
        ["conflict", 423],
        ["conflict", 424],
        ["fault", undefined],
      ].map((kind) => [kind, kind]),
    );
  });

  it.each([
    ["AUTH_REFUSED", "denied"],
    ["ACME_DOWN", "fault"],
  ])("without types, with a class that does not exist, has that of its base: %s", (base, kind) => {
    const options = { base, class: "unkown" } as unknown as { readonly base: string };
    expect(new PictorError("ACME_DOWN", "a.", "", {}, options).class).toBe(kind);
  });

  it("copied with another hint keeps the rest and gains details", () => {
    const cause = new Error("c");
    const error = new PictorError("X", "a.", "b.", { one: 1 }, { cause });
    expect(changedError(error, { details: { two: 2 } })).toMatchObject({
      code: "X",
      what: "a.",
      hint: "b.",
      message: "a. b.",
      details: { one: 1, two: 2 },
      cause,
    });
    expect(changedError(error, { hint: "c.", details: {} })).toMatchObject({
      hint: "c.",
      message: "a. c.",
      cause,
    });
  });

  it("does not read a detail as a template", () => {
    const build = defineErrors({ X: { class: "input", message: "a {a} b {b}", fix: "" } });
    expect(build("X", { a: "{b}", b: "$&" }).message).toBe("a {b} b $&");
  });

  it.each(Object.entries(errorCatalog))("%s says what happened and what to do", (code, { message, fix }) => {
    expect(code).toMatch(/^[A-Z][A-Z_]+$/);
    expect(message).toMatch(/\.$/);
    expect(fix.length).toBeGreaterThan(5);
  });
});

it.each<[string, unknown, string]>([
  ["an error", new Error("x"), "x"],
  ["an error without words", new TypeError(), "TypeError"],
  ["an error of ours, without its advice", fault("KERNEL_DISPOSED", {}), "The kernel was disposed."],
  ["undefined", undefined, "undefined was thrown"],
  ["a text, which could hold anything", "secret", "a string was thrown"],
  ["null", null, "null was thrown"],
])("the reason of something thrown: %s", (_name, thrown, text) => {
  expect(reasonOf(thrown)).toBe(text);
});

it.each([
  ["backends/studio", "#/launch/port", "backends/studio#/launch/port: expected 1"],
  ["backends/studio", "#", "backends/studio#: expected 1"],
  ["the request", "#/params/steps", "the request at /params/steps: expected 1"],
  ["the request", "#", "the request: expected 1"],
  ["environments/of a friend", "/NAME", "environments/of a friend at /NAME: expected 1"],
])("a place in words is followed by a pointer in words: %s, %s", (where, pointer, words) => {
  const error = fault("SETTINGS_INVALID", { where, pointer, expected: "1", found: "2", suggestion: "" });
  expect(error.what).toBe(`${words}, found 2.`);
  expect(error.details).toMatchObject({ where, pointer });
});
