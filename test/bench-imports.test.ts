// Benchmarks import built code through the exports of its packages, and all other code through one loader.

import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readWorkspaces } from "../tools/workspaces.js";
import { root, sourcesOf, type Source } from "./sources.test.support.js";

const loader = "bench/packages.mjs";
const sources = sourcesOf("bench");
const others = sources.filter(({ path }) => path !== loader);

/** The string arguments of all calls of one function of the loader. */
const argumentsOf = (
  name: string,
  { path, text }: Source,
): readonly (readonly [path: string, given: string])[] =>
  [...text.matchAll(new RegExp(`\\b${name}\\("([^"]+)"\\)`, "g"))].map(
    ([, given = ""]) => [path, given] as const,
  );

/** Every specifier that a workspace exports: `@pictor/kernel`, `@pictor/kernel/plugin`. */
const exported = new Set(
  readWorkspaces(root).flatMap(({ manifest: { name, exports } }) =>
    Object.keys(exports ?? {}).map((entry) => `${name}${entry.slice(1)}`),
  ),
);

/** TypeScript is bundled from the sources. A module that Node runs directly cannot import it. */
const mayImportSources = ({ path }: Source): boolean => path.endsWith(".ts");
const leavesBench = (path: string, specifier: string): boolean =>
  relative(join(root, "bench"), resolve(root, dirname(path), specifier)).startsWith("..");

describe("the benchmarks", () => {
  it("name dist/ in their loader only", () => {
    const naming = others.filter(({ text }) =>
      /["'`/.]dist["'`/]/.test(text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "")),
    );
    expect(naming.map(({ path }) => path)).toEqual([]);
  });

  it("import entries that a package exports", () => {
    const asked = sources.flatMap((source) => argumentsOf("importPackage", source));
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter(([, specifier]) => !exported.has(specifier))).toEqual([]);
  });

  it("name packages of this repository through the loader, which resolves them in the build", () => {
    const direct = others.flatMap(({ path, imports }) =>
      imports.filter((name) => /^(?:@pictor\/|pictor$)/.test(name)).map((name) => `${path} imports ${name}`),
    );
    expect(direct).toEqual([]);
  });

  it("bundle TypeScript of their own folder", () => {
    const bundled = sources.flatMap((source) => argumentsOf("importBundle", source));
    expect(bundled.length).toBeGreaterThan(1);
    expect(bundled.filter(([, name]) => !existsSync(join(root, "bench", name)))).toEqual([]);
  });

  it("leave their folder in bundled TypeScript only", () => {
    const leaving = sources
      .filter((source) => !mayImportSources(source))
      .flatMap(({ path, imports }) =>
        imports
          .filter((name) => name.startsWith(".") && leavesBench(path, name))
          .map((name) => `${path} imports ${name}`),
      );
    expect(leaving).toEqual([]);
  });
});
