// Tests of the commands in hints.

import { decide, type Step } from "@pictor/extensions";
import type { ExtensionRequirement } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { commandsFor } from "./suggested-commands.js";
import { installedAt, need } from "./testing/extension-records.js";

const steps = (required: readonly ExtensionRequirement[], ...installed: Parameters<typeof decide>[1]) =>
  decide(required, installed);
const given = (all: readonly Step[]) => commandsFor(all, "studio");

describe("the commands for", () => {
  it("missing extensions are one", () => {
    expect(given(steps([need("acme/one"), need("acme/two")]))).toEqual([
      "`pictor extensions install acme/one acme/two --backend studio`",
    ]);
  });
  it("a disabled and outdated extension enable it first", () => {
    const old = installedAt("acme/one", "1.0.0", { enabled: false });
    expect(given(steps([need("acme/one", ">=2.0.0")], old))).toEqual([
      "`pictor extensions enable acme/one --backend studio`",
      "`pictor extensions update 'acme/one@>=2.0.0' --backend studio`",
    ]);
  });
  it("a commit name it", () => {
    const required = [{ ...need("acme/one"), commit: "9f1c2d3" }];
    expect(given(steps(required))[0]).toContain("acme/one#9f1c2d3");
  });
  it("an extension that is not loaded yet restart the server", () => {
    const there = installedAt("acme/one", "1.0.0", { loaded: false });
    expect(given(steps([need("acme/one")], there))).toEqual(["`pictor backend restart studio`"]);
  });
  it("a name with a quotation mark quote it for a shell", () => {
    const [step] = steps([need("acme/one")]);
    if (step?.kind !== "install") throw new Error("it is missing");
    expect(given([{ ...step, wanted: { ...step.wanted, id: "a/b';reboot'" } }])[0]).toContain(
      String.raw`'a/b'\'';reboot'\'''`,
    );
  });
});
