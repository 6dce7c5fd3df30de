// A plugin with its own copy of the kernel: it loads, and its errors are recognized.

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PictorError } from "@pictor/host";
import { createTestFolder, createTestPictor, manifestOf, writeTestFiles } from "@pictor/host/testing";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const folder = createTestFolder();
const kernel = fileURLToPath(new URL("../kernel/", import.meta.url));

it("a plugin with its own copy of the error module works like any other", async () => {
  const errors = join(folder, "node_modules/@pictor/kernel");
  mkdirSync(errors, { recursive: true });
  cpSync(join(kernel, "base"), join(errors, "base"), { recursive: true });
  writeFileSync(
    join(errors, "package.json"),
    JSON.stringify({
      name: "@pictor/kernel",
      version: "0.0.9",
      type: "module",
      exports: { "./plugin": "./base/errors/pictor-error.ts" },
    }),
  );
  const manifest = manifestOf("auth-copy", "auth", {
    description: "Copy",
    taps: [{ hook: "beforeSend", handler: "run" }],
  });
  writeTestFiles(folder, {
    "plugin.json": manifest,
    "package.json": { type: "module" },
    "index.js": `import { PictorError } from "@pictor/kernel/plugin";
     globalThis.pictorCopy = PictorError;
     export default () => ({ handlers: { run() { throw new PictorError("AUTH_ACTION_NEEDED", "Log in first.", "", { action: "login" }); } } });`,
  });
  const { pictor: host, dispose } = await createTestPictor({ plugins: [folder] });
  const error: unknown = await host.send({ url: "http://127.0.0.1:1/" }).catch((thrown: unknown) => thrown);
  await dispose();
  expect((globalThis as { pictorCopy?: unknown }).pictorCopy).not.toBe(PictorError);
  expect(error).toBeInstanceOf(PictorError);
  expect(error).toMatchObject({
    code: "AUTH_ACTION_NEEDED",
    details: { action: "login", plugin: "auth-copy", hook: "beforeSend" },
  });
});
