// Programs of others, unchanged, in processes of their own, and the Pictor that they use: its gateway before one
// backend and before a pool, each on a port of its own, and the APIs of OpenAI and MCP.

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";
import { exampleGraph } from "@pictor/comfyui-nodes";
import { createTestFolder, listen, userVariables, type Listening } from "@pictor/host/testing";
import { startTestServer, type TestServer } from "../../../server/testing/start-server.js";

const run = promisify(execFile);

/**
 * The folder with the packages of package.json beside this file, and, below it, those of the nightly tests. A test
 * installs nothing.
 */
const folder = process.env["PICTOR_PROGRAMS"] ?? import.meta.dirname;
const folders = [folder, join(folder, "nightly")];
const python = process.env["PICTOR_PYTHON"] ?? "python3";

const skipped = (what: string, how: string): boolean => {
  console.log(`-- skipped: ${what} is missing; ${how}`);
  return false;
};

const packageIn = (place: string, name: string): string => join(place, "node_modules", name);
const placeOf = (name: string): string | undefined =>
  folders.find((place) => existsSync(join(packageIn(place, name), "package.json")));

/** Whether a package of npm is there. Says so if it is not. */
export const hasPackage = (name: string): boolean =>
  placeOf(name) !== undefined ||
  skipped(
    `the npm package ${name}`,
    "`npm ci --ignore-scripts` in test/full/programs, or in its folder nightly, installs it, and PICTOR_PROGRAMS names another folder",
  );

/** Whether a module of Python is there. Says so if it is not. */
export const hasModule = (name: string): Promise<boolean> =>
  run(python, ["-c", `import ${name}`]).then(
    () => true,
    () => skipped(`the module ${name} of ${python}`, "PICTOR_PYTHON names another interpreter"),
  );

export type Variables = Readonly<Record<string, string>>;

/** Runs a module of Node, which finds its packages where the programs are. Resolves to what it prints as JSON. */
export const runNode = async (script: string, env: Variables): Promise<unknown> => {
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: "", ...env },
  });
  return JSON.parse(stdout.slice(stdout.lastIndexOf("\n{") + 1));
};

/** The path of a program that a package of npm brings. */
export const programOf = (name: string, file: string): string =>
  join(packageIn(placeOf(name) ?? folder, name), file);

interface Home {
  readonly folder: string;
  /** For `execFile` and `spawn`: the program runs in its home folder, which has variables of its own. */
  readonly options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly maxBuffer: number };
  close(): void;
}

/** A home folder for a program, with these files. */
export function openHome(files: Variables = {}): Home {
  const home = createTestFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const env = { ...process.env, ...userVariables(home), NODE_OPTIONS: "" };
  return {
    folder: home,
    options: { cwd: home, env, maxBuffer: 64 * 2 ** 20 },
    close() {
      rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Runs a program with a home folder of its own, which has these files first. Resolves to what it prints. */
async function runAtHome(program: string, words: readonly string[], files: Variables): Promise<string> {
  const home = openHome(files);
  try {
    const { stdout } = await run(program, words, home.options);
    return stdout;
  } finally {
    home.close();
  }
}

/** Runs a program of a package. */
export const runProgram = (path: string, words: readonly string[], files: Variables = {}): Promise<string> =>
  runAtHome(process.execPath, [path, ...words], files);

/** Runs a module of Python as a program. */
export const runModule = (name: string, words: readonly string[], files: Variables = {}): Promise<string> =>
  runAtHome(python, ["-m", name, ...words], files);

/** Runs a program of Python. Resolves to what it prints as JSON. */
export const runPython = async (script: string, env: Variables): Promise<unknown> => {
  const { stdout } = await run(python, ["-c", script], { env: { ...process.env, ...env } });
  return JSON.parse(stdout.slice(stdout.lastIndexOf("\n{") + 1));
};

export interface Workplace {
  readonly test: TestServer;
  /** Addresses of the ports for clients of ComfyUI and of the web UI, without a slash at the end. */
  readonly ports: { readonly one: string; readonly pool: string; readonly web: string };
}

async function startWorkplace(): Promise<Workplace> {
  const test = await startTestServer({
    configuration: {
      backend: "play",
      backends: {
        play: { kind: "embedded" },
        left: { kind: "embedded" },
        right: { kind: "embedded" },
        farm: { kind: "pool", members: ["left", "right"] },
      },
    },
    ports: () => ["/comfy/play", "/comfy/farm", "/sdapi/v1"].map((path) => ({ port: 0, path })),
  });
  const [one = "", pool = "", web = ""] = test.server.ports.map(({ url }) => url.replace(/\/$/, ""));
  return { test, ports: { one, pool, web } };
}

/** The Pictor of a file's tests: it starts before them, and ends after them. */
export function openWorkplace(): Workplace {
  let place: Workplace;
  beforeAll(async () => {
    place = await startWorkplace();
  });
  afterAll(() => place.test.close());
  return {
    get test() {
      return place.test;
    },
    get ports() {
      return place.ports;
    },
  };
}

const size = { width: 64, height: 64 };
/** A graph that ends soon, and one that runs until it is interrupted; the node that saves is 9. */
export const graphs = {
  GRAPH: JSON.stringify(exampleGraph({ ...size, steps: 4, seed: 7 })),
  LONG: JSON.stringify(exampleGraph({ ...size, steps: 9_000, seed: 8 })),
};

/** What a program should have printed: the first bytes of a PNG as its image, and yes to everything else that it tells. */
export const wellDone = (printed: unknown): object => ({
  ...Object.fromEntries(Object.keys(printed as object).map((name) => [name, true])),
  image: "89504e47",
});

/** Serves one page, whose origin is not that of Pictor. */
export const servePage = (html: string | Buffer): Promise<Listening> =>
  listen(
    createServer((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/html" }).end(html);
    }),
  );
