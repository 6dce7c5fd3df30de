// What the ten steps need: the packages as they are published, and the script as one file that any Node runs.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { pack } from "../pack.js";
import { readWorkspaces, sourceCondition } from "../workspaces.js";

export interface TenSteps {
  /** Path of the script, below the project, so that it finds the packages of its tests. */
  readonly script: string;
  /** Folder of the packed packages. */
  readonly tarballs: string;
}

/** Packs what `npm run build` has built in `root`, into `folder`, and bundles the script into `root`. */
export async function prepareTenSteps(root: string, folder: string): Promise<TenSteps> {
  const script = join(root, "dist/ten-steps.mjs");
  const tarballs = join(folder, "tarballs");
  mkdirSync(tarballs, { recursive: true });
  pack(join(root, "dist"), readWorkspaces(root), tarballs);
  await build({
    absWorkingDir: root,
    entryPoints: [join(import.meta.dirname, "driver.ts")],
    outfile: script,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    conditions: [sourceCondition],
    // The packages of others stay where they are; those of the project are bundled from their sources.
    plugins: [
      {
        name: "packages-of-others",
        setup({ onResolve }) {
          onResolve({ filter: /^[a-z@]/i }, ({ path, kind }) =>
            kind === "entry-point" || path.startsWith("@pictor/") ? undefined : { path, external: true },
          );
        },
      },
    ],
    logLevel: "warning",
  });
  return { script, tarballs };
}
