// The browser that BROWSER names is started as a program.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openBrowser } from "./browser.js";

const url = "https://id.example/authorize";

it.skipIf(process.platform === "win32").each([
  ["succeeds", "exit 0", true],
  ["fails", "exit 3", false],
  ["keeps running", "exec sleep 5", true],
])("a browser is started as a program that %s", async (_name, script, expected) => {
  const folder = mkdtempSync(join(tmpdir(), "pictor-browser-"));
  const BROWSER = join(folder, "browser.sh");
  writeFileSync(BROWSER, `#!/bin/sh\necho "$@" > ${folder}/opened\n${script}\n`, { mode: 0o755 });
  expect(await openBrowser(url, { BROWSER }, "linux")).toBe(expected);
  expect(readFileSync(join(folder, "opened"), "utf8")).toBe(`${url}\n`);
});
