// Errors as texts for a model: what the server says of them, so that no secret is in them.

import { expect, it } from "vitest";
import { ApiError } from "@pictor/client";
import { PictorError } from "@pictor/kernel/plugin";
import { errorText } from "./error-text.js";

/** The server, which replaces the secret. */
const problemOf = (error: unknown) => {
  const { code, message, hint } =
    error instanceof PictorError ? error : { code: "INTERNAL", message: String(error), hint: "" };
  const title = message.replaceAll("tulip", "***");
  return { status: 500, code, title, detail: title, ...(hint !== "" && { hint }) };
};

it.each<[string, unknown]>([
  ["an error of the plugin", new PictorError("MCP_ARGUMENT_INVALID", "It is tulip.", "", {})],
  ["anything else that was thrown", new Error("It is tulip.")],
])("%s shows no secret", (_what, error) => {
  const text = errorText(error, problemOf);
  expect(text).toMatch(/\*\*\*.*\([A-Z_]+\)$/);
  expect(text).not.toContain("tulip");
});

it("an error of the local API has the advice of the tools", () => {
  const problem = {
    type: "",
    status: 404,
    code: "API_THING_UNKNOWN",
    title: "There is no job 1.",
    detail: "",
    class: "unknown",
  } as const;
  expect(errorText(new ApiError(problem), problemOf)).toContain("list_jobs");
});
