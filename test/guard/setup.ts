// The guard of the hermetic tests, in each worker: a test that reaches out of its own process and temporary folder fails, with a
// message that names what it has tried. Worker threads and other Node processes of a test are not watched.

import { mkdirSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach } from "vitest";
import { guardFiles } from "./files.js";
import { guardNetwork } from "./network.js";
import { guardPrograms } from "./programs.js";
import { takeRefusals } from "./refusals.js";

/** The variables by which systems name the folders of the user. */
const userFolders = [
  ...["HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_CONFIG_HOME", "XDG_DATA_HOME"],
  ...["XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"],
];

const installed = Symbol.for("pictor.hermetic-guard");
const shared = globalThis as { [installed]?: true };
// A worker runs this file before each file of tests, for which vitest sets the environment again.
for (const name of userFolders) process.env[name] = join(tmpdir(), "user", name.toLowerCase());
if (shared[installed] === undefined) {
  shared[installed] = true;
  for (const name of userFolders) mkdirSync(process.env[name] ?? "", { recursive: true });
  guardNetwork();
  guardPrograms();
  guardFiles();
  syncBuiltinESMExports();
}

function failIfRefused(): void {
  const refused = takeRefusals();
  if (refused.length > 0) throw new Error(refused.join("\n"));
}

afterEach(failIfRefused);
// What a file does outside of its tests.
afterAll(failIfRefused);
