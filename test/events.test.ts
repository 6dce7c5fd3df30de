// The events of a job in schemas/events.schema.json.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const textOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, `../schemas/${name}.schema.json`), "utf8");

it("has a line for every event that a plugin can ask for, besides those of the hosts", () => {
  const { oneOf } = JSON.parse(textOf("events")) as { readonly oneOf: readonly { readonly $ref: string }[] };
  const hostLines = ["code", "url", "step", "log", "ready", "work", "result"];
  const lines = oneOf.map(({ $ref }) => $ref.replace("#/$defs/", ""));
  // `npm run gen` writes this list from the type JobEvent.
  const [, types = ""] = /"types": \{[^[]*?"enum": (\[[^\]]*\])/.exec(textOf("plugin-manifest")) ?? [];
  expect(lines).toEqual([...(JSON.parse(types) as readonly string[]), ...hostLines]);
});
