// Tests of package indexes as options of pip and uv.

import { expect, it } from "vitest";
import { indexOptions, displayIndexes } from "./package-indexes.js";

const secret = "https://me:hunter22@host/simple";

it("are arguments if they contain no credentials", () => {
  const indexes = { index: "https://host/simple", extra: ["https://more/simple", "file:///opt/simple"] };
  expect(indexOptions(indexes, "pip", {})).toEqual({
    args: [
      ...["--index-url", "https://host/simple", "--extra-index-url", "https://more/simple"],
      ...["--extra-index-url", "file:///opt/simple"],
    ],
    env: {},
  });
});

it.each([
  ["pip", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"],
  ["uv", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL"],
] as const)("with credentials are variables of %s, which other users cannot read", (tool, main, more) => {
  expect(indexOptions({ index: secret, extra: [secret, "https://more/simple"] }, tool, {})).toEqual({
    args: ["--extra-index-url", "https://more/simple"],
    env: { [main]: secret, [more]: secret },
  });
});

it("keep the indexes of the environment", () => {
  const { env } = indexOptions({ index: "", extra: [secret] }, "pip", {
    PIP_EXTRA_INDEX_URL: "https://own/",
  });
  expect(env).toEqual({ PIP_EXTRA_INDEX_URL: `https://own/ ${secret}` });
});

it("are shown without credentials", () => {
  expect(displayIndexes({ index: secret, extra: [] })).toEqual(["--index-url", "https://***@host/simple"]);
});

it("are empty if the settings name none", () => {
  expect(indexOptions({ index: "", extra: [] }, "pip", {})).toEqual({ args: [], env: {} });
});
