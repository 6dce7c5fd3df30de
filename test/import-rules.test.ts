// The rules of the house, read from its own sources: who imports whom, how long a file is, how it begins.

import { builtinModules } from "node:module";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
const isSource = (name: string): boolean => /\.(ts|js|mjs)$/.test(name) && !name.endsWith(".d.ts");
const skipped = new Set(["node_modules", "dist", "fixtures"]);

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn(join(folder, entry.name));
    return isSource(entry.name) ? [join(folder, entry.name)] : [];
  });
}

interface Source {
  readonly path: string;
  readonly text: string;
  readonly isTest: boolean;
  readonly imports: readonly string[];
}
const read = (file: string): Source => {
  const text = readFileSync(file, "utf8");
  const found = text.matchAll(
    /^\s*(?:import|export)\b[^;"'`]*?from\s*["']([^"']+)["']|^\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm,
  );
  const path = relative(root, file);
  return {
    path,
    text,
    isTest: /\.test\.|^test\/|^(kernel|libraries\/[^/]+)\/testing[./]/.test(path),
    imports: [...found].map(([, a, b, c]) => a ?? b ?? c ?? "").filter((name) => !name.includes("$")),
  };
};
const sourcesOf = (folder: string) => filesIn(join(root, folder)).map(read);
const kernel = sourcesOf("kernel");
const libraries = readdirSync(join(root, "libraries"));
const cli = sourcesOf("cli");
const pluginFolders = readdirSync(join(root, "plugins")).filter((name) =>
  existsSync(join(root, "plugins", name, "plugin.json")),
);
const all = [
  ...kernel,
  ...sourcesOf("libraries"),
  ...cli,
  ...sourcesOf("plugins"),
  ...sourcesOf("tools"),
  ...sourcesOf("bench"),
];

const isRelative = (name: string): boolean => name.startsWith(".");
const packageOf = (name: string): string =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
const leaves = (source: Source, name: string, folder: string): boolean =>
  relative(join(root, folder), resolve(root, dirname(source.path), name)).startsWith("..");
const breaches = (sources: readonly Source[], breaks: (name: string, source: Source) => boolean) =>
  sources.flatMap((source) =>
    source.imports.filter((name) => breaks(name, source)).map((name) => `${source.path} imports ${name}`),
  );
const dependenciesOf = (folder: string): ReadonlySet<string> => {
  const file = join(root, folder, "package.json");
  if (!existsSync(file)) return new Set();
  const { dependencies = {} } = JSON.parse(readFileSync(file, "utf8")) as { readonly dependencies?: object };
  return new Set(Object.keys(dependencies));
};

/** Rooms of kernel/generation, from the ground up: each knows those before it alone. Types may be looked at from anywhere. */
const rooms = ["draft", "validate", "build", "state", "run", "job"];
const roomOf = (path: string): number => rooms.indexOf(/^kernel\/generation\/(\w+)\//.exec(path)?.[1] ?? "");

describe("the kernel", () => {
  const shipped = kernel.filter(({ isTest }) => !isTest);

  it("imports no plugin, no host and nothing outside its folder", () => {
    expect(
      breaches(
        kernel,
        (name, source) =>
          /plugins\/(auth|workflow|backend|output|panel|extension)-|^@pictor\//.test(name) ||
          (isRelative(name) && leaves(source, name, "kernel")),
      ),
    ).toEqual([]);
  });

  it("imports only the packages that it declares", () => {
    const declared = dependenciesOf("kernel");
    expect(
      breaches(
        shipped,
        (name) => !isRelative(name) && !name.startsWith("node:") && !declared.has(packageOf(name)),
      ),
    ).toEqual([]);
  });

  it("keeps tapable inside hooks/", () => {
    expect(
      breaches(all, (name, { path }) => name === "tapable" && !/^(kernel\/hooks|bench)\//.test(path)),
    ).toEqual([]);
  });

  it("keeps what starts programs inside processes/, loaded with the first plugin that may", () => {
    const starts = new Set(["execa", "node:child_process"]);
    const mayStart = ({ path, isTest }: Source) => isTest || /^(kernel\/processes|tools|bench)\//.test(path);
    expect(breaches(all, (name, source) => starts.has(name) && !mayStart(source))).toEqual([]);
    const eager = shipped.filter(({ text }) =>
      /^import (?!type).*processes\/(run|tree|table)\.js/m.test(text),
    );
    expect(eager.filter(({ path }) => !path.startsWith("kernel/processes/")).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it("lets data flow one way through the rooms of generation/", () => {
    const upward = shipped.flatMap(({ path, text }) =>
      [...text.matchAll(/^import (?!type\b)[^;]*? from "(\.[^"]+)";/gm)]
        .map(([, name = ""]) => relative(root, resolve(root, dirname(path), name)))
        .filter((target) => roomOf(path) >= 0 && roomOf(target) > roomOf(path))
        .map((target) => `${path} imports ${target}`),
    );
    expect(upward).toEqual([]);
    expect(
      rooms.every((room) => shipped.some(({ path }) => path.startsWith(`kernel/generation/${room}/`))),
    ).toBe(true);
  });

  it("knows no plugin's name", () => {
    const knowing = shipped.filter(({ text }) => pluginFolders.some((name) => text.includes(name)));
    expect(knowing.map(({ path }) => path)).toEqual([]);
  });
});

it("nobody knows the error codes of a plugin but itself, and the table of exit codes", () => {
  const catalogues = all.filter(({ path }) => /^plugins\/[^/]+\/faults\.ts$/.test(path));
  const owned = catalogues.flatMap(({ path, text }) =>
    [...text.matchAll(/^ {2}([A-Z]+_[A-Z_]+): \{/gm)].map(([, code = ""]) => ({
      code,
      owner: dirname(path),
    })),
  );
  expect(owned.length).toBeGreaterThan(50);
  const others = all.filter(({ path, isTest }) => !isTest && path !== "cli/exit-codes.ts");
  const knowing = others.flatMap(({ path, text }) =>
    owned.flatMap(({ code, owner }) =>
      text.includes(code) && !path.startsWith(`${owner}/`) ? [`${path} names ${code}`] : [],
    ),
  );
  expect(knowing).toEqual([]);
});

describe("hosts", () => {
  it("import the kernel and what reads pictures or extensions only, and nothing of their inside", () => {
    const allowed = new Set([
      "@pictor/kernel",
      "@pictor/kernel/testing",
      "@pictor/picture-metadata",
      "@pictor/extensions",
    ]);
    // One command runs a server that no kernel is part of; it has an entry of its own for that.
    const serves = (name: string, path: string) =>
      name === "@pictor/backend-embedded/testing" && /^cli\/commands\/backend-serve[^/]*\.ts$/.test(path);
    // The text of a plugin, quoted in a test, has imports of its own.
    const quotes = (name: string, { isTest }: Source) => isTest && name === "@pictor/kernel/plugin";
    expect(
      breaches(
        cli,
        (name, source) =>
          (name.startsWith("@pictor/") &&
            !allowed.has(name) &&
            !serves(name, source.path) &&
            !quotes(name, source)) ||
          (isRelative(name) && leaves(source, name, "cli")),
      ),
    ).toEqual([]);
  });
});

describe.each(libraries)("libraries/%s", (name) => {
  const folder = `libraries/${name}`;
  const sources = sourcesOf(folder);

  it("imports of Pictor only the plugin's side of the kernel", () => {
    expect(
      breaches(
        sources,
        (from, { isTest }) =>
          from.startsWith("@pictor/") &&
          from !== "@pictor/kernel/plugin" &&
          !(isTest && from === "@pictor/kernel/testing"),
      ),
    ).toEqual([]);
  });

  it("stays in its own folder, and imports only the packages that it declares", () => {
    const declared = dependenciesOf(folder);
    const isForeign = (from: string) =>
      !isRelative(from) && !/^(node:|@pictor\/)/.test(from) && !declared.has(packageOf(from));
    expect(
      breaches(
        sources.filter(({ isTest }) => !isTest),
        (from, source) => (isRelative(from) ? leaves(source, from, folder) : isForeign(from)),
      ),
    ).toEqual([]);
  });
});

/** Builtins that reach the outside, and the permission that stands for them. Programs are started by `context.run` only. */
const guarded: Readonly<Record<string, string>> = {
  "node:fs": "files",
  "node:http": "network",
  "node:http2": "network",
  "node:https": "network",
  "node:net": "network",
  "node:tls": "network",
  "node:dgram": "network",
};

describe.each(pluginFolders)("plugins/%s", (name) => {
  const folder = `plugins/${name}`;
  const sources = sourcesOf(folder);
  const shipped = sources.filter(({ isTest }) => !isTest);
  const manifest = JSON.parse(readFileSync(join(root, folder, "plugin.json"), "utf8")) as {
    readonly id: string;
    readonly permissions?: readonly { readonly name: string }[];
  };
  const granted = new Set(manifest.permissions?.map((permission) => permission.name));

  it("has its id as its folder's name", () => {
    expect(manifest.id).toBe(name);
  });

  it("imports of Pictor only the plugin's side of the kernel, and the libraries that it declares", () => {
    const declared = dependenciesOf(folder);
    const isAllowed = (from: string, { isTest }: Source) =>
      from === "@pictor/kernel/plugin" ||
      declared.has(from) ||
      (isTest && (from === "@pictor/kernel/testing" || declared.has(packageOf(from))));
    expect(
      breaches(sources, (from, source) => from.startsWith("@pictor/") && !isAllowed(from, source)),
    ).toEqual([]);
  });

  it("stays in its own folder", () => {
    expect(breaches(sources, (from, source) => isRelative(from) && leaves(source, from, folder))).toEqual([]);
  });

  it("imports only the packages that it declares", () => {
    const declared = dependenciesOf(folder);
    expect(
      breaches(
        shipped,
        (from) =>
          !isRelative(from) &&
          !from.startsWith("node:") &&
          !from.startsWith("@pictor/") &&
          !declared.has(packageOf(from)),
      ),
    ).toEqual([]);
  });

  it("imports builtins by their full name, and those that its permissions stand for", () => {
    expect(breaches(shipped, (from) => builtinModules.includes(from))).toEqual([]);
    expect(
      breaches(shipped, (from) => {
        const permission = guarded[from.split("/", 1)[0] ?? ""];
        return permission !== undefined && !granted.has(permission);
      }),
    ).toEqual([]);
  });

  it("has an index.ts that only wires", () => {
    const index = shipped.find(({ path }) => path === `${folder}/index.ts`);
    expect(index?.text.split("\n").length ?? Infinity).toBeLessThanOrEqual(61);
  });
});

describe("every source file", () => {
  it("has at most 250 lines", () => {
    const long = all.filter(
      ({ isTest, text, path }) => !isTest && !path.endsWith(".gen.ts") && text.split("\n").length > 251,
    );
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it("says in its first line what it is for", () => {
    const mute = all.filter(({ text }) => !/^(#!.*\n)?(\/\/ \S|\/\*\*? \S)/.test(text));
    expect(mute.map(({ path }) => path)).toEqual([]);
  });

  it("uses no `any`, and never coerces a version", () => {
    const withoutTexts = (text: string) =>
      text.replace(/\/\/.*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|`[^`]*`/g, "");
    const loose = all.filter(
      ({ text, path }) =>
        path.endsWith(".ts") && /(:|<|as|\|)\s*any\b|\bany\[\]|semver\.coerce/.test(withoutTexts(text)),
    );
    expect(loose.map(({ path }) => path)).toEqual([]);
  });
});
