// Errors and warnings as text.

import { fault, PictorError } from "@pictor/kernel";
import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { describeError, renderError, renderWarning } from "./error-report.js";

const paint = pc.createColors(false);
const redact = (text: string): string => text;
const shown = (thrown: unknown, verbose = false): string =>
  renderError(describeError(thrown), { paint, verbose, redact });

describe("an error as text", () => {
  const abort = new DOMException("The operation was aborted", "AbortError");
  const situations: readonly (readonly [string, unknown, string])[] = [
    [
      "one of the catalog",
      fault("PLUGIN_UNKNOWN", { id: "x", suggestion: "" }),
      'error: There is no plugin "x".\n',
    ],
    ["its hint", fault("CONFIG_NOT_FOUND", { file: "a.json" }), "\n  Check the path given with --config"],
    ["its code at the end", fault("CONFIG_NOT_FOUND", { file: "a.json" }), "\n  CONFIG_NOT_FOUND"],
    ["an unknown error", new TypeError("x is not a function"), "Internal error: x is not a function.\n"],
    ["an error without a message", new Error(""), "Internal error: Error.\n"],
    ["a thrown text", "oh", "Internal error: oh.\n"],
    ["undefined", undefined, "Internal error: undefined.\n"],
    ["an abort", abort, "error: Interrupted.\n  INTERRUPTED"],
  ];
  it.each(situations)("%s", (_name, thrown, text) => {
    expect(shown(thrown)).toContain(text);
  });

  it("shows causes and stacks only with --verbose", () => {
    const cause = new Error("below", { cause: new Error("deepest") });
    const error = new PictorError("X_Y", "It failed.", "", {}, { cause });
    expect(shown(error)).toBe("error: It failed.\n  X_Y");
    const verbose = shown(error, true);
    expect(verbose).toMatch(/ {2}caused by: below\n(?: +at .*\n)+ {2}caused by: deepest\n(?: +at .*\n)+/);
    expect(verbose.match(/ at .*error-report\.test\.ts/g)?.length).toBeGreaterThan(2);
  });

  it("accepts cyclic causes", () => {
    const first: Error & { cause?: unknown } = new Error("first");
    first.cause = new Error("second", { cause: first });
    expect(describeError(first).causes.length).toBeLessThan(10);
  });

  it("prints all problems of a graph, each with its own advice", () => {
    const problem = (message: string, hint: string) => ({ code: "GRAPH_INVALID", message, hint });
    const more = {
      problems: [problem("First.", "Do a."), problem("Second.", "Do b."), problem("Third.", "Do c.")],
    };
    const error = fault("GRAPH_INVALID", { where: "x", problem: "y", advice: "Do a." }, { more });
    expect(shown(error)).toMatch(/^error: .*: y\.\n {2}Do a\.\n {2}Second\. Do b\.\n {2}Third\. Do c\.\n/);
  });
  it("prints all problems that one check found", () => {
    const problem = (pointer: string) => ({ pointer, expected: "a number", found: "a text", suggestion: "" });
    const more = { problems: [problem("/a"), problem("/b"), problem("/c")] };
    const details = { where: "draw", ...problem("/a") };
    const text = shown(fault("SETTINGS_INVALID", details, { more }));
    expect(text).toContain("draw/a: expected a number");
    expect(text).toContain("\n  /b: expected a number, found a text.\n  /c: ");
  });

  it("redacts neither its label nor its code", () => {
    const hiding = {
      paint,
      verbose: false,
      redact: (text: string) => text.replaceAll(/error|NOT|draw/g, "***"),
    };
    const text = renderError(describeError(fault("CONFIG_NOT_FOUND", { file: "draw.json" })), hiding);
    expect(text).toMatch(/^error: .*\*\*\*\.json(.|\n)*CONFIG_NOT_FOUND$/);
  });

  it("removes escape sequences", () => {
    expect(shown(new Error("\u001b]0;title\u0007\u009b2J"), true)).not.toMatch(/(?!\n)\p{Cc}/u);
  });
});

it("names the plugin behind a problem once", () => {
  const named = renderWarning({ code: "A_B", message: "It failed.", plugin: "output-x" }, { paint, redact });
  expect(named).toBe("warning: It failed. (output-x)\n  A_B");
  const telling = renderWarning(
    { code: "A_B", message: "output-x failed.", hint: "Wait.", plugin: "output-x" },
    { paint, redact },
  );
  expect(telling).toBe("warning: output-x failed.\n  Wait.\n  A_B");
});
