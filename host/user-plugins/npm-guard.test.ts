// How each npm is kept from running a program, and which packages of its lock file are refused.

import { expect, it } from "vitest";
import { installedPackages } from "./installed-packages.js";
import { npmGuard } from "./npm-guard.js";
import type { RunToEnd } from "./programs.js";

const guardOf = (npm: string, node: string) => {
  const run: RunToEnd = (_file, _args, options) => {
    options?.onLine?.(JSON.stringify({ npm, node }), "stdout");
    return Promise.resolve({ kind: "exited", exitCode: 0, output: "" });
  };
  return npmGuard(run, { source: "acme", cwd: "/" });
};

it.each([
  ["10.8.2", "20.20.2", "--experimental-permission"],
  ["10.9.9", "22.23.5", "--experimental-permission"],
  ["11.6.2", "24.11.0", "--permission"],
  ["11.14.0", "24.14.0", "--permission"],
])("npm %s on Node %s starts no program, by %s", async (npm, node, flag) => {
  const { args, env } = await guardOf(npm, node);
  expect({ args, env }).toEqual({
    args: [],
    env: { NODE_OPTIONS: expect.stringMatching(new RegExp(`(^| )${flag} `)) as string },
  });
});

it.each(["11.15.0", "11.19.1", "12.0.0", "13.1.0"])(
  "npm %s takes packages of the registry only",
  async (npm) => {
    const { args, env } = await guardOf(npm, "24.14.0");
    expect(args).toEqual(["git", "remote", "file", "directory"].map((each) => `--allow-${each}=none`));
    expect(Object.keys(env)).toHaveLength(args.length);
  },
);

it("an older npm that cannot be confined, and one that had to start a program, name the version that is needed", async () => {
  const { refusalIn } = await guardOf("10.1.0", "20.0.0");
  for (const line of [
    "node: --experimental-permission is not allowed in NODE_OPTIONS",
    "code ERR_ACCESS_DENIED",
  ])
    expect(refusalIn([line])).toContain("npm 11.15 or newer");
  expect(refusalIn(["npm error code E404"])).toBeUndefined();
});

const archive = { version: "1.0.0", resolved: "https://a:b@registry.example/a.tgz", integrity: "sha512-a" };
const lockOf = (path: string, entry: object) => ({ packages: { "": {}, [path]: entry } });

it("a package is pinned by its archive, without credentials, and one inside of another by its version", () => {
  expect(installedPackages(lockOf("node_modules/a", archive))).toEqual({
    a: { ...archive, resolved: "https://registry.example/a.tgz" },
  });
  const inside = { version: "1.0.0", inBundle: true };
  expect(installedPackages(lockOf("node_modules/a/node_modules/b", inside))).toEqual({
    "a/node_modules/b": { version: "1.0.0" },
  });
});

it.each([
  ["../b", archive],
  ["node_modules/a", { ...archive, resolved: "git+ssh://git@git.example/a.git#0" }],
  ["node_modules/a", { ...archive, resolved: "file:../a.tgz" }],
  ["node_modules/a", { resolved: "../b", link: true }],
  ["node_modules/a", { version: "1.0.0", resolved: archive.resolved }],
  ["node_modules/a", { ...archive, dependencies: { b: "https://elsewhere.example/b.tgz" } }],
  ["node_modules/a", { ...archive, optionalDependencies: { b: "owner/b" } }],
  ["node_modules/a", { ...archive, peerDependencies: { b: "npm:github:owner/b" } }],
])("a package at %s is refused as %o", (path, entry) => {
  expect(() => installedPackages(lockOf(path, entry))).toThrow(/registry/);
});

it.each(["^1.0.0", "latest", "", "1 || 2", "npm:@scope/other@^1.0.0", "npm:other@1"])(
  "a package may need %j of the registry",
  (wanted) => {
    expect(
      installedPackages(lockOf("node_modules/a", { ...archive, dependencies: { b: wanted } })),
    ).toHaveProperty("a");
  },
);

it("a refusal with a name of hundreds of thousands of characters is read in one pass", async () => {
  const { refusalIn } = await guardOf("11.15.0", "24.14.0");
  const lines = ["npm error code EALLOWGIT", `npm error Refusing to fetch "${"a".repeat(400_000)}`];
  expect(refusalIn(lines)).toMatch(/^a package that it needs comes from another source \(git\)/);
});
