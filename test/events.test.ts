// The events of a job in schemas/events.schema.json and in the manifest of a plugin.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eventTypes } from "./event-types.test.support.js";

const root = join(import.meta.dirname, "..");
const schemaOf = (name: string): unknown =>
  JSON.parse(readFileSync(join(root, `schemas/${name}.schema.json`), "utf8"));

it("has a line for every event of a job, besides those of the hosts", () => {
  const { oneOf } = schemaOf("events") as { readonly oneOf: readonly { readonly $ref: string }[] };
  const hostLines = ["code", "url", "step", "log", "ready", "work", "result"];
  const lines = oneOf.map(({ $ref }) => $ref.replace("#/$defs/", ""));
  expect(lines).toEqual([...eventTypes, ...hostLines]);
});

it("a manifest can ask for every event of a job", () => {
  const { $defs } = schemaOf("plugin-manifest") as {
    readonly $defs: {
      readonly onEventTap: {
        readonly properties: {
          readonly when: {
            readonly properties: { readonly types: { readonly items: { readonly enum: readonly string[] } } };
          };
        };
      };
    };
  };
  const { types } = $defs.onEventTap.properties.when.properties;
  expect(types.items.enum).toEqual(eventTypes);
});
