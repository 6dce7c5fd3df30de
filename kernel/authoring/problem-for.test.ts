// An error as a problem: nothing that it tells a person is lost.

import { expect, it } from "vitest";
import { defineErrors } from "../base/errors/pictor-error.js";
import { problemFor } from "./problem-for.js";

const build = defineErrors({
  X_OFF: { class: "conflict", message: "{name} is off.", fix: "Run `on`.", pageFix: "Switch {name} on." },
  X_GONE: { class: "unknown", message: "It is gone.", fix: "" },
});

it("a problem has the advice for a page, the plugin and the hook of its error", () => {
  const more = { plugin: "auth-x", hook: "beforeSend" };
  const [off, gone] = [build("X_OFF", { name: "it" }, { more }), build("X_GONE", {})];
  const texts = { message: "it is off.", hint: "Run `on`.", pageFix: "Switch it on." };
  expect(problemFor(off)).toEqual({ code: "X_OFF", ...texts, ...more });
  expect(problemFor(gone)).toEqual({ code: "X_GONE", message: "It is gone." });
});
