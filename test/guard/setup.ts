// The guard of the hermetic tests, in each worker: a test that reaches out of its own process and temporary folder fails, with a
// message that names what it has tried. Worker threads and other Node processes of a test are not watched.

import { accessSync, constants, mkdirSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach } from "vitest";
import { guardFiles } from "./files.js";
import { guardLinks, watchTests } from "./links.js";
import { guardNetwork } from "./network.js";
import { guardPrograms } from "./programs.js";
import { takeRefusals } from "./refusals.js";

/** The variables of the user's folders, besides those that `test/temporary-folder.ts` sets for every tier. */
const userFolders = ["HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"];

/** Programs that tests start are not watched, so they must not find the user's folders. */
function replaceUserFolders(): void {
  try {
    accessSync(homedir(), constants.W_OK);
  } catch {
    // A home folder that cannot be written is an odd machine, which the tests must see as it is.
    return;
  }
  for (const name of userFolders) {
    const folder = join(tmpdir(), "user", name.toLowerCase());
    mkdirSync(folder, { recursive: true });
    process.env[name] = folder;
  }
}

const installed = Symbol.for("pictor.hermetic-guard");
const shared = globalThis as { [installed]?: true };
// A worker runs this file before each file of tests.
if (shared[installed] === undefined) {
  shared[installed] = true;
  replaceUserFolders();
  guardNetwork();
  guardPrograms();
  guardFiles();
  guardLinks();
  syncBuiltinESMExports();
}

function failIfRefused(): void {
  const refused = takeRefusals();
  if (refused.length > 0) throw new Error(refused.join("\n"));
}

watchTests();
afterEach(failIfRefused);
// What a file does outside of its tests.
afterAll(failIfRefused);
