// The bands and phases that a host's taps may name are those of the manifest.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHookTestBed } from "../testing/hook-test-bed.js";
import { createHostTaps } from "./host-taps.js";
import { fiveHooks } from "./five-hooks.js";
import { bands, hookNames, type Band } from "../contract/hook-names.js";

interface TapSchema {
  readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] } | undefined>>;
}
const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../schemas/plugin-manifest.schema.json"), "utf8"),
) as { readonly $defs: Readonly<Record<string, TapSchema>> };

describe("the places of a hook", () => {
  it.each(hookNames)("%s: as in the manifest", (hook) => {
    const { band, phase } = schema.$defs[`${hook}Tap`]?.properties ?? {};
    expect(fiveHooks[hook].places).toEqual((band ?? phase)?.enum);
  });

  it.each(["beforeFirstBatch", "onEvent", "afterOutput"] as const)(
    "%s: a band for credentials is refused, and the others are named",
    (hook) => {
      const taps = createHostTaps(createHookTestBed().hooks);
      for (const band of bands) {
        // JavaScript callers may pass any place.
        const options = { band: band as Exclude<Band, "auth" | "sign">, name: "a-panel" };
        const tap = () => taps[hook].tap(options, () => undefined);
        if (band !== "auth" && band !== "sign") expect(tap).not.toThrow();
        else
          expect(tap).toThrow(
            expect.objectContaining({
              code: "HOOK_PLACE_UNKNOWN",
              details: { hook, place: band, owner: "a-panel", known: "prepare, default, late, observe" },
            }),
          );
      }
    },
  );
});
