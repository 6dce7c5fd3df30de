// The contract of every plugin folder, as a list of checks for any test runner.

import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type ApiContext,
  describeValue,
  fault,
  type Field,
  PictorError,
  completeSettings,
  type SettingsResult,
  type Manifest,
  validatePluginFolder,
} from "@pictor/kernel";
import type { Pictor } from "../types.js";
import { unresolvedChoices } from "@pictor/services";
import { schemasOf } from "../settings-schema/schemas-of.js";
import { findUnknownNames } from "../settings-schema/unknown-names.js";
import { settlePromises } from "./fake-clock.js";
import { createTestPictor, type TestPictorOptions } from "./test-pictor.js";

/** One check of a plugin folder. */
export interface ContractCheck {
  /** Stable, for programs: `readme`. */
  readonly id: string;
  readonly name: string;
  /** Rejects with an Error that describes the violation. */
  run(): Promise<void>;
}

/** What the plugin needs in order to be loaded. */
export interface ContractOptions {
  /** Folders of the plugins that this one requires. */
  readonly beside?: readonly string[];
  /** Values of the plugin's `config` schema, if it has required fields. */
  readonly config?: Readonly<Record<string, unknown>>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "plugin.json"), "utf8")) as Manifest;

function requireOk(where: string, result: SettingsResult): void {
  if (result.ok) return;
  const lines = result.problems.map(
    ({ pointer, expected, found }) => `${pointer}: expected ${expected}, found ${found}`,
  );
  throw new Error(`${where}: ${lines.join("; ")}`);
}

async function manifestIsValid(folder: string): Promise<void> {
  const problems = await validatePluginFolder(folder);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
}

async function defaultsFit(folder: string): Promise<void> {
  for (const { owner, schema } of schemasOf(manifestOf(folder))) {
    requireOk(`the defaults of ${owner}`, await completeSettings({ ...schema, required: [] }, {}));
  }
}

function namesExist(folder: string): Promise<void> {
  const found = schemasOf(manifestOf(folder)).flatMap(({ schema, pointer }) =>
    findUnknownNames(schema, join(folder, "plugin.json"), pointer),
  );
  if (found.length > 0) throw new Error(found.map(({ message }) => message).join("\n"));
  return Promise.resolve();
}

/** A field for a file of the user, which no example can name. */
function isOwnFile(field: Field | undefined): boolean {
  const item = field?.type === "array" ? field.items : field;
  return item?.type === "string" && item.format === "path";
}

async function examplesFit(folder: string): Promise<void> {
  for (const { id, params, example = {} } of manifestOf(folder).contributes?.workflows ?? []) {
    const chosenLater = unresolvedChoices(params, {});
    const required = (params.required ?? []).filter(
      (name) => !chosenLater.includes(name) && !isOwnFile(params.properties[name]),
    );
    requireOk(`the example of workflow ${id}`, await completeSettings({ ...params, required }, example));
  }
}

async function readmeIsComplete(folder: string): Promise<void> {
  const file = join(folder, "README.md");
  if (!existsSync(file)) throw new Error(`${file} is missing`);
  const text = (await readFile(file, "utf8")).toLowerCase();
  const { title, permissions = [] } = manifestOf(folder);
  const missing = [title, ...permissions.map(({ name }) => name)].filter(
    (word) => !text.includes(word.toLowerCase()),
  );
  if (missing.length > 0) throw new Error(`${file} does not mention ${missing.join(", ")}`);
}

/** Uses the plugin in a new kernel, which is disposed afterwards. */
async function withPlugin(
  folder: string,
  { beside = [], config }: ContractOptions,
  use: (pictor: Pictor, id: string) => Promise<unknown>,
): Promise<void> {
  const { id } = manifestOf(folder);
  const options: TestPictorOptions = {
    plugins: [folder, ...beside],
    ...(config === undefined ? {} : { configuration: { plugins: { [id]: { config } } } }),
  };
  const { pictor, dispose } = await createTestPictor(options);
  try {
    await use(pictor, id);
  } finally {
    await dispose();
  }
}

const loadAndDispose = (folder: string, options: ContractOptions): Promise<void> =>
  withPlugin(folder, options, (pictor, id) => pictor.load(id));

/** What an API sees of a server without backends. */
const emptyServer = (): ApiContext => ({
  caller: { name: "contract", scopes: ["read", "generate", "request", "admin"] },
  signal: new AbortController().signal,
  pictor: {
    url: "http://127.0.0.1",
    fetch: () => Promise.resolve(new Response("{}", { status: 404 })),
  },
  backend: (backend) => Promise.reject(fault("BACKEND_UNKNOWN", { backend, known: "none", suggestion: "" })),
});

/** Each API answers a request that it does not know, or rejects with an error that says why. */
async function apisAnswer(folder: string, options: ContractOptions): Promise<void> {
  const apis = manifestOf(folder).contributes?.apis ?? [];
  if (apis.length === 0) return;
  await withPlugin(folder, options, async (pictor) => {
    for (const { id, prefix } of apis) {
      const api = await pictor.openApi(id);
      const request = new Request(`http://127.0.0.1${prefix}/contract-check`);
      const reply: unknown = await Promise.resolve(api.fetch(request, emptyServer())).catch(
        (error: unknown) => error,
      );
      if (reply instanceof Response || reply instanceof PictorError) continue;
      throw new Error(`the API ${id} answered an unknown path with ${describeValue(reply)}`);
    }
  });
}

const countResources = (): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const type of process.getActiveResourcesInfo()) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
};

async function leavesNothing(folder: string, options: ContractOptions): Promise<void> {
  // The first load imports modules, which may keep resources for the whole process.
  await loadAndDispose(folder, options);
  const before = countResources();
  await loadAndDispose(folder, options);
  let left: readonly string[] = [];
  for (let turn = 0; turn < 25; turn++) {
    await settlePromises();
    left = [...countResources()]
      .filter(([type, count]) => count > (before.get(type) ?? 0))
      .map(([type]) => type);
    if (left.length === 0) return;
  }
  throw new Error(`after disposal these resources are still active: ${left.join(", ")}`);
}

/** The checks for the plugin in `folder`. If it has no valid manifest, the others have no meaning. */
export const pluginContract = (folder: string, options: ContractOptions = {}): readonly ContractCheck[] => [
  { id: "manifest", name: "has a valid manifest", run: () => manifestIsValid(folder) },
  {
    id: "surface",
    name: "imports, and provides exactly what it declares",
    run: () => loadAndDispose(folder, options),
  },
  {
    id: "defaults",
    name: "has settings whose defaults fit their own schema",
    run: () => defaultsFit(folder),
  },
  {
    id: "annotations",
    name: "has settings whose annotations name fields that exist",
    run: () => namesExist(folder),
  },
  { id: "examples", name: "has workflow examples that fit their own schema", run: () => examplesFit(folder) },
  {
    id: "readme",
    name: "has a README.md with its title and permissions",
    run: () => readmeIsComplete(folder),
  },
  { id: "api-answers", name: "has APIs that answer every request", run: () => apisAnswer(folder, options) },
  {
    id: "disposal",
    name: "leaves nothing behind when it is disposed",
    run: () => leavesNothing(folder, options),
  },
];
