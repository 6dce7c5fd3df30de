// Benchmarks measure built packages through the entries that ship. What no package exports is bundled from the sources.

import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readWorkspaces } from "../tools/workspaces.js";
import { root, sourcesOf } from "./sources.test.support.js";

const sources = sourcesOf("bench");

/** Every specifier that a built workspace exports: `@pictor/kernel`, `@pictor/kernel/plugin`. */
const exported = new Set(
  readWorkspaces(root).flatMap(({ manifest: { name, exports } }) =>
    Object.entries(exports ?? {})
      .filter(([, target]) => typeof target === "string" || "default" in Object(target))
      .map(([entry]) => `${name}${entry.slice(1)}`),
  ),
);
const isPackage = (name: string): boolean => /^(?:@pictor\/|pictor$)/.test(name);
const leavesBench = (path: string, specifier: string): boolean =>
  specifier.startsWith(".") &&
  relative(join(root, "bench"), resolve(root, dirname(path), specifier)).startsWith("..");

describe("the benchmarks", () => {
  it("are TypeScript", () => {
    expect(sources.filter(({ path }) => !path.endsWith(".ts")).map(({ path }) => path)).toEqual([]);
  });

  it("name no place in dist/", () => {
    const naming = sources.filter(({ text }) =>
      /["'`/.]dist["'`/]/.test(text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "")),
    );
    expect(naming.map(({ path }) => path)).toEqual([]);
  });

  it("import entries that a built package exports", () => {
    const asked = sources.flatMap(({ path, imports }) =>
      imports.filter(isPackage).map((name) => [path, name] as const),
    );
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter(([, name]) => !exported.has(name))).toEqual([]);
  });

  it("leave their folder only for what no package exports", () => {
    const leaving = sources.filter(({ path, imports }) => imports.some((name) => leavesBench(path, name)));
    expect(leaving.map(({ path }) => path).sort()).toEqual([
      "bench/graph-validation.ts",
      "bench/hook-parts.ts",
      "bench/hook-variants.ts",
      "bench/pool/mixed-load.ts",
      "bench/serve/event-sockets.ts",
    ]);
  });

  it("start programs that are there", () => {
    const started = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/"(\.{1,2}\/(?!index)[^"]+)\.js"/g)].map(([, name = ""]) =>
        join(dirname(path), `${name}.ts`),
      ),
    );
    expect(started.length).toBeGreaterThan(100);
    expect(started.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
