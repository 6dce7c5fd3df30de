// How tests start the command as a process: built, where the full tier has found a build of the present sources, which
// starts three times as fast; else from the sources.

import { join } from "node:path";

const built = process.env["PICTOR_TEST_BUILT"];

/** Arguments of Node, before those of the command. */
export const commandLine: readonly string[] =
  built === undefined
    ? [
        "--conditions=@pictor/source",
        "--import",
        import.meta.resolve("tsx"),
        join(import.meta.dirname, "../main.ts"),
      ]
    : [join(built, "cli/main.js")];
