// The file that a query of /view names, and the names that are refused.
import { expect, it } from "vitest";
import { namedFileIn } from "./named-file.js";

it.each([
  [{ filename: "a.png" }, { filename: "a.png", subfolder: "", type: "output" }],
  [
    { filename: "a.png", subfolder: "b c", type: "temp" },
    { filename: "a.png", subfolder: "b c", type: "temp" },
  ],
  [
    { filename: "a.png [input]", type: "models" },
    { filename: "a.png", subfolder: "", type: "input" },
  ],
  [{ filename: "folder/a.png" }, { filename: "a.png", subfolder: "", type: "output" }],
  [{}, 404],
  [{ filename: "" }, 400],
  [{ filename: "/a.png" }, 400],
  [{ filename: "a/../b.png" }, 400],
  [{ filename: "a\0.png" }, 400],
  [{ filename: "a.png", type: "models" }, 400],
])("%j is %j", (query, file) => {
  expect(namedFileIn(new URLSearchParams(query as Record<string, string>))).toEqual(file);
});
