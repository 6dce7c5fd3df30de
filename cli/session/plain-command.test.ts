// Calls of operations by the person at the terminal.

import { expect, it } from "vitest";
import { presetOperations, type Presets } from "@pictor/features/presets";
import { operations } from "@pictor/features/operations";
import { callOf, silentLog } from "./plain-command.js";

it("gives an operation its parameters and its body", async () => {
  const stored = new Map<string, string>();
  const secrets = {
    names: () => Promise.resolve([...stored.keys()]),
    describe: () => Promise.resolve("memory"),
    set: (name: string, value: string) => Promise.resolve(void stored.set(name, value)),
    delete: (name: string) => Promise.resolve(void stored.delete(name)),
  };
  await operations.writeSecret.run(callOf({ name: "key" }, { value: "s3cret" }), { pictor: { secrets } });
  expect(stored.get("key")).toBe("s3cret");
});

it("may change what another token owns", async () => {
  const changers: unknown[] = [];
  const presets: Pick<Presets, "remove"> = { remove: (_name, by) => Promise.resolve(void changers.push(by)) };
  await presetOperations.deletePreset.run(callOf({ name: "fox" }), {
    presets: presets as Presets,
    log: silentLog,
  });
  expect(changers).toEqual([{ token: "", isAdmin: true }]);
});
