// The rules of the repository, checked in its sources: who imports whom, how long a file is, how it begins.

import { builtinModules } from "node:module";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { root, sourcesOf, type Source } from "./sources.test.support.js";

const kernel = sourcesOf("kernel");
const services = sourcesOf("services");
const host = sourcesOf("host");
const features = sourcesOf("features");
const libraries = readdirSync(join(root, "libraries"));
const client = sourcesOf("client");
const server = sourcesOf("server");
const cli = sourcesOf("cli");
const pluginFolders = readdirSync(join(root, "plugins")).filter((name) =>
  existsSync(join(root, "plugins", name, "plugin.json")),
);
const all = [
  ...kernel,
  ...services,
  ...host,
  ...features,
  ...sourcesOf("libraries"),
  ...client,
  ...server,
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
const withoutComments = (text: string): string => text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, "");
const dependenciesOf = (
  folder: string,
  group: "dependencies" | "devDependencies" = "dependencies",
): ReadonlySet<string> => {
  const file = join(root, folder, "package.json");
  if (!existsSync(file)) return new Set();
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, object | undefined>>;
  return new Set(Object.keys(manifest[group] ?? {}));
};

describe("the kernel", () => {
  const shipped = kernel.filter(({ isTest }) => !isTest);

  it("knows no HTTP client, no socket and no program", () => {
    const foreign = /^(undici|ws|execa|node:(http|https|http2|net|tls|dgram|child_process))$/;
    expect(breaches(shipped, (name) => foreign.test(name))).toEqual([]);
  });

  it("keeps tapable inside hooks/", () => {
    expect(
      breaches(all, (name, { path }) => name === "tapable" && !/^(kernel\/hooks|bench)\//.test(path)),
    ).toEqual([]);
  });

  it("knows no plugin's name", () => {
    const knowing = [...shipped, ...services.filter(({ isTest }) => !isTest)].filter(({ text }) =>
      pluginFolders.some((name) => text.includes(name)),
    );
    expect(knowing.map(({ path }) => path)).toEqual([]);
  });

  it("holds no logic in contract/: types and constants only", () => {
    const logic = shipped.filter(
      ({ path, text }) =>
        path.startsWith("kernel/contract/") &&
        /\bfunction \w|\bclass \w|\breturn\b/.test(withoutComments(text)),
    );
    expect(logic.map(({ path }) => path)).toEqual([]);
  });
});

describe("the services", () => {
  const shipped = services.filter(({ isTest }) => !isTest);

  it("keep what starts programs inside processes/, loaded with the first plugin that may", () => {
    const starts = new Set(["execa", "node:child_process"]);
    const mayStart = ({ path, isTest }: Source) =>
      isTest || /^(services\/processes|tools|bench)\//.test(path);
    expect(breaches(all, (name, source) => starts.has(name) && !mayStart(source))).toEqual([]);
    const eager = shipped.filter(({ text }) =>
      /^import (?!type).*processes\/(runner|process-tree|process-table)\.js/m.test(text),
    );
    expect(
      eager.filter(({ path }) => !path.startsWith("services/processes/")).map(({ path }) => path),
    ).toEqual([]);
  });
});

it("what is decompressed goes through the bounds of libraries/inflate", () => {
  const decompresses =
    /import (?:\*|\w+|\{[^}]*(?:inflate|gunzip|unzip|decompress)[^}]*\}) [^;]*"node:zlib"|DecompressionStream/i;
  const own = all.filter(
    ({ path, text, isTest }) => !isTest && decompresses.test(text) && !path.startsWith("libraries/inflate/"),
  );
  expect(own.map(({ path }) => path).filter((path) => !/^(?:bench|test|tools)\//.test(path))).toEqual([]);
});

it("nobody knows the error codes of a plugin but itself, and the table of exit codes", () => {
  const catalogs = all.filter(({ path }) => /^plugins\/[^/]+\/faults\.ts$/.test(path));
  const owned = catalogs.flatMap(({ path, text }) =>
    [...text.matchAll(/^ {2}([A-Z]+_[A-Z_]+): \{/gm)].map(([, code = ""]) => ({
      code,
      owner: dirname(path),
    })),
  );
  expect(owned.length).toBeGreaterThan(50);
  const others = all.filter(({ path, isTest }) => !isTest && path !== "cli/base/exit-codes.ts");
  const knowing = others.flatMap(({ path, text }) =>
    owned.flatMap(({ code, owner }) =>
      text.includes(code) && !path.startsWith(`${owner}/`) ? [`${path} names ${code}`] : [],
    ),
  );
  expect(knowing).toEqual([]);
});

describe("the host", () => {
  it("imports the kernel and the services, and no plugin's code", () => {
    const allowed = new Set([
      "@pictor/kernel",
      "@pictor/kernel/manifests",
      "@pictor/services",
      "@pictor/archives",
      "@pictor/extensions",
      "es-module-lexer",
    ]);
    expect(
      breaches(
        host.filter(({ isTest }) => !isTest),
        (name, source) =>
          isRelative(name) ? leaves(source, name, "host") : !name.startsWith("node:") && !allowed.has(name),
      ),
    ).toEqual([]);
  });

  it("offers at most 70 names by its main entry: what embeds Pictor needs createPictor, and the types of its values", () => {
    const entry = host.find(({ path }) => path === "host/index.ts")?.text ?? "";
    const names = [...withoutComments(entry).matchAll(/\{([^}]*)\} from/g)].flatMap(([, list = ""]) =>
      list.split(",").filter((name) => name.trim() !== ""),
    );
    expect(names).toContain(" createPictor ");
    expect(names.length).toBeLessThanOrEqual(70);
    expect(entry).not.toContain("export *");
  });
});

it.each([
  ["kernel", kernel],
  ["services", services],
  ["features", features],
  ["server", server],
])("%s imports its own files and the packages that it declares, and no plugin's code", (folder, sources) => {
  const declared = dependenciesOf(folder);
  expect(
    breaches(
      sources.filter(({ isTest }) => !isTest),
      (name, source) =>
        isRelative(name)
          ? leaves(source, name, folder)
          : !name.startsWith("node:") && !declared.has(packageOf(name)),
    ),
  ).toEqual([]);
});

it("the client imports nothing, so that a page can load it as it is", () => {
  const shipped = client.filter(({ isTest }) => !isTest);
  expect(breaches(shipped, (name, source) => !isRelative(name) || leaves(source, name, "client"))).toEqual(
    [],
  );
  expect(dependenciesOf("client")).toEqual(new Set());
});

it("the server declares the layers below it, what reads images, and the locks", () => {
  expect([...dependenciesOf("server")].filter((name) => name.startsWith("@pictor/"))).toEqual([
    "@pictor/client",
    "@pictor/features",
    "@pictor/host",
    "@pictor/http-upgrades",
    "@pictor/image-metadata",
    "@pictor/images",
    "@pictor/kernel",
    "@pictor/locks",
    "@pictor/services",
  ]);
});

/** The files and packages that are imported with a file, without dynamic imports and imports of types. */
function importedWith(
  path: string,
  sources: readonly Source[],
  found = new Set<string>(),
): ReadonlySet<string> {
  const source = sources.find((each) => each.path === path);
  if (source === undefined || found.has(path)) return found;
  found.add(path);
  for (const [, name = ""] of source.text.matchAll(/^(?:import|export) (?!type\b)[^;]*?"([^"]+)";$/gm))
    if (isRelative(name))
      importedWith(posix.join(dirname(path), name).replace(/\.js$/, ".ts"), sources, found);
    else found.add(name);
  return found;
}

it("the server starts without the code that only some of its routes need", () => {
  const found = importedWith("server/create-server.ts", server);
  expect(found).toContain("server/routes/inspect.ts");
  const forRoutes = [
    ...["curl", "extensions", "workflows"].map((name) => `@pictor/features/${name}`),
    "@pictor/image-metadata",
    "@pictor/images",
  ];
  expect(forRoutes.filter((name) => found.has(name))).toEqual([]);
});

it("the help, that of large commands and the completions need no kernel, whose code takes longer to load than theirs", () => {
  const found = new Set<string>();
  const large = ["generate", "request", "serve", "worker", "auth", "backend", "extensions", "plugins"];
  const definitions = large.map((noun) => `commands/${noun}/${noun}-command.ts`);
  for (const file of ["program/run.ts", "commands/completion/candidates.ts", ...definitions])
    importedWith(`cli/${file}`, cli, found);
  const entries = ["host/known-manifests.ts", "host/records.ts"];
  for (const entry of entries) importedWith(entry, host, found);
  expect([...found]).toEqual(expect.arrayContaining(["cli/commands/nouns.gen.ts", ...entries]));
  expect(found).not.toContain("@pictor/kernel");
});

it("the command imports what it declares by its entries, and nothing of their inside", () => {
  const declared = dependenciesOf("cli");
  // A plugin in a string of a test contains imports that are not those of the test.
  const quotes = (name: string, { isTest }: Source) =>
    isTest && ["@pictor/kernel/plugin", "@pictor/host/testing"].includes(name);
  // One command runs a server without a kernel, and has an entry for that.
  const serves = (name: string, path: string) =>
    name === "@pictor/backend-embedded/testing" && /^cli\/commands\/backend.*serve[^/]*\.ts$/.test(path);
  // One command runs the contract suite of plugins.
  const tests = (name: string, path: string) =>
    name === "@pictor/host/testing" && path === "cli/commands/plugins/test-plugin.ts";
  const isAllowed = (name: string, source: Source) =>
    (declared.has(name) && !name.startsWith("@pictor/backend-")) ||
    name.startsWith("@pictor/features/") ||
    (name.startsWith("@pictor/host/") && name !== "@pictor/host/testing") ||
    serves(name, source.path) ||
    tests(name, source.path) ||
    quotes(name, source);
  expect(
    breaches(
      cli,
      (name, source) =>
        (name.startsWith("@pictor/") && !isAllowed(name, source)) ||
        (isRelative(name) && leaves(source, name, "cli")),
    ),
  ).toEqual([]);
});

const isLibrary = (name: string): boolean => libraries.includes(name.replace("@pictor/", ""));

it("libraries need each other without a circle, their tests included", () => {
  const needsOf = (name: string): readonly string[] =>
    (["dependencies", "devDependencies"] as const)
      .flatMap((group) => [...dependenciesOf(`libraries/${name}`, group)])
      .filter(isLibrary)
      .map((needed) => needed.replace("@pictor/", ""));
  const circleFrom = (name: string, path: readonly string[]): readonly string[] =>
    path.includes(name)
      ? [[...path, name].join(" -> ")]
      : needsOf(name).flatMap((needed) => circleFrom(needed, [...path, name]));
  expect(libraries.flatMap((name) => circleFrom(name, []))).toEqual([]);
});

describe.each(libraries)("libraries/%s", (name) => {
  const folder = `libraries/${name}`;
  const sources = sourcesOf(folder);

  it("imports of Pictor only the plugin's side of the kernel, and the libraries that it declares", () => {
    const declared = dependenciesOf(folder);
    const forTests = dependenciesOf(folder, "devDependencies");
    const isAllowed = (from: string, { isTest }: Source) =>
      from === "@pictor/kernel/plugin" ||
      (declared.has(packageOf(from)) && isLibrary(packageOf(from))) ||
      (isTest && (from === "@pictor/host/testing" || (forTests.has(from) && isLibrary(from))));
    expect(
      breaches(sources, (from, source) => from.startsWith("@pictor/") && !isAllowed(from, source)),
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

/** Node modules that reach outside the process, and the permission for each. Programs are started by `context.run` only. */
const guarded: Readonly<Record<string, string>> = {
  "node:fs": "files",
  "node:http": "network",
  "node:http2": "network",
  "node:https": "network",
  "node:net": "network",
  "node:tls": "network",
  "node:dgram": "network",
};

/** Sources of a panel's pages. */
const isPage = (path: string): boolean => /^plugins\/[^/]+\/page\//.test(path);

describe.each(pluginFolders)("plugins/%s", (name) => {
  const folder = `plugins/${name}`;
  const sources = sourcesOf(folder);
  const shipped = sources.filter(({ isTest }) => !isTest);
  const manifest = JSON.parse(readFileSync(join(root, folder, "plugin.json"), "utf8")) as {
    readonly id: string;
    readonly main?: string;
    readonly permissions?: readonly { readonly name: string }[];
  };
  const granted = new Set(manifest.permissions?.map((permission) => permission.name));

  it("has its id as its folder's name", () => {
    expect(manifest.id).toBe(name);
  });

  it("imports of Pictor only the plugin's side of the kernel, and the libraries that it declares", () => {
    const declared = dependenciesOf(folder);
    // A page runs in a browser: of Pictor it imports the client of the local API, and is bundled with it.
    const isAllowed = (from: string, { path, isTest }: Source) =>
      isPage(path)
        ? from === "@pictor/client"
        : from === "@pictor/kernel/plugin" ||
          (declared.has(packageOf(from)) && (isTest || !from.endsWith("/testing"))) ||
          (isTest && from === "@pictor/host/testing");
    expect(
      breaches(sources, (from, source) => from.startsWith("@pictor/") && !isAllowed(from, source)),
    ).toEqual([]);
  });

  it("stays in its own folder", () => {
    expect(breaches(sources, (from, source) => isRelative(from) && leaves(source, from, folder))).toEqual([]);
  });

  it("imports only the packages that it declares", () => {
    const declared = dependenciesOf(folder);
    const bundled = dependenciesOf(folder, "devDependencies");
    expect(
      breaches(
        shipped,
        (from, { path }) =>
          !isRelative(from) &&
          !from.startsWith("node:") &&
          !from.startsWith("@pictor/") &&
          !(isPage(path) ? bundled : declared).has(packageOf(from)),
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

  it.skipIf(manifest.main === undefined)("has an index.ts that only wires", () => {
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

  it("has comments of at most 130 characters a line, except for addresses", () => {
    const wide = all.filter(
      ({ text, path }) => !path.endsWith(".gen.ts") && /^ *(?:\/\/|\/?\*)(?!.*:\/\/).{129}/m.test(text),
    );
    expect(wide.map(({ path }) => path)).toEqual([]);
  });

  it("leaves promises fast: an AsyncLocalStorage slows all of a process, so only who asks for attribution has one", () => {
    const shipped = all.filter(({ isTest }) => !isTest);
    expect(breaches(shipped, (name) => name === "node:async_hooks")).toEqual([
      "kernel/hooks/rejection-owner.ts imports node:async_hooks",
    ]);
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
        /\.tsx?$/.test(path) && /(:|<|as|\|)\s*any\b|\bany\[\]|semver\.coerce/.test(withoutTexts(text)),
    );
    expect(loose.map(({ path }) => path)).toEqual([]);
  });
});
