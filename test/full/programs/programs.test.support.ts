// Programs of others, unchanged, in processes of their own, and the Pictor that they use: its gateway before one backend and before a pool,
// each on a port of its own, and the APIs of OpenAI and MCP.

import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { exampleGraph } from "@pictor/comfyui-nodes";
import { userVariables } from "@pictor/host/testing";
import { startTestServer, type TestServer } from "../../../server/testing/start-server.js";

const run = promisify(execFile);

/** The folder with the packages of package.json beside this file. A test installs nothing. */
const folder = process.env["PICTOR_PROGRAMS"] ?? import.meta.dirname;
const python = process.env["PICTOR_PYTHON"] ?? "python3";

const skipped = (what: string, how: string): boolean => {
  console.log(`-- skipped: ${what} is missing; ${how}`);
  return false;
};

/** Whether a package of npm is there. Says so if it is not. */
export const hasPackage = (name: string): boolean =>
  existsSync(join(folder, "node_modules", name, "package.json")) ||
  skipped(
    `the npm package ${name}`,
    "`npm ci --ignore-scripts` in test/full/programs installs it, and PICTOR_PROGRAMS names another folder",
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
export const programOf = (name: string, file: string): string => join(folder, "node_modules", name, file);

/** Runs a program of a package with a home folder of its own. Resolves to what it prints. */
export const runProgram = async (path: string, words: readonly string[]): Promise<string> => {
  const home = mkdtempSync(join(tmpdir(), "pictor-program-"));
  try {
    const variables = { ...userVariables(home), NODE_OPTIONS: "" };
    const options = { cwd: home, env: { ...process.env, ...variables }, maxBuffer: 64 * 2 ** 20 };
    const { stdout } = await run(process.execPath, [path, ...words], options);
    return stdout;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
};

/** Runs a program of Python. Resolves to what it prints as JSON. */
export const runPython = async (script: string, env: Variables): Promise<unknown> => {
  const { stdout } = await run(python, ["-c", script], { env: { ...process.env, ...env } });
  return JSON.parse(stdout.slice(stdout.lastIndexOf("\n{") + 1));
};

export interface Workplace {
  readonly test: TestServer;
  /** Addresses of the ports for ComfyUI's clients, without a slash at the end. */
  readonly ports: { readonly one: string; readonly pool: string };
}

export async function startWorkplace(): Promise<Workplace> {
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
    ports: () => ["play", "farm"].map((name) => ({ port: 0, path: `/comfy/${name}` })),
  });
  const [one = "", pool = ""] = test.server.ports.map(({ url }) => url.replace(/\/$/, ""));
  return { test, ports: { one, pool } };
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

export interface ServedPage {
  readonly origin: string;
  close(): void;
}

/** Serves one page, whose origin is not that of Pictor. */
export async function servePage(html: string | Buffer): Promise<ServedPage> {
  const pages = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html" }).end(html);
  });
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(pages.address() as AddressInfo).port}`,
    close() {
      pages.closeAllConnections();
      pages.close();
    },
  };
}
