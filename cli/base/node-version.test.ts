// Which versions of Node are refused, and what they must be able to run until then.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { oldNodeMessage } from "./node-version.js";

it.each(["4.9.1", "18.20.4", "20.9.0", "20.18.3"])("Node %s is too old", (found) => {
  expect(oldNodeMessage(found, ">=20.19")).toMatch(
    `Pictor needs Node 20.19 or newer; this is Node ${found}.\n  Install a newer version`,
  );
});

it.each(["20.19.0", "20.20.2", "22.0.0", "24.1.0", "101.0.0", "22.0.0-nightly2024"])(
  "Node %s is not",
  (found) => {
    expect(oldNodeMessage(found, ">=20.19")).toBeUndefined();
  },
);

it("an old Node can run the entry, which imports nothing else at once", () => {
  const main = readFileSync(new URL("../main.ts", import.meta.url), "utf8");
  const check = readFileSync(new URL("node-version.ts", import.meta.url), "utf8");
  const imports = [...(main + check).matchAll(/^import .* from "(.*)"/gm)].map(([, name]) => name);
  expect(imports).toEqual(["node:fs", "./base/node-version.js"]);
  // What Node 12 cannot parse.
  expect(main + check).not.toMatch(/^await |\?\?|\?\./m);
});
