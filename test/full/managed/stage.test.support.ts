// A user's machine for tests: a project with a managed backend whose sources are local folders, and the command.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { createTestFolder, userVariables } from "@pictor/host/testing";
import { run } from "../../../cli/program/run.js";
import { fakeStreams, piped } from "../../../cli/testing/fake-streams.js";
import { makeComfyRepository, type ComfyRepository } from "../../stand-in/comfyui.test.support.js";
import { makeExtension, makeExtensionIndex, type Extension } from "../../stand-in/extension.test.support.js";
import { acmeVersions, betaVersions, posterWorkflow } from "./poster-workflow.test.support.js";
import { cleanEnvironment } from "../../stand-in/git.test.support.js";
import { eventually, killAllNaming } from "../../stand-in/processes.test.support.js";
import { makeIndex } from "../../stand-in/wheels.test.support.js";
import { commandLine } from "../../../cli/testing/command-line.js";
import { quickPython } from "../../stand-in/python.test.support.js";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
/** The command in a separate process. */
export interface Host {
  readonly process: ChildProcess;
  readonly written: { out: string; err: string };
  readonly ended: Promise<Ran>;
  /** Settles when the condition holds; rejects with what the process has written when it ends without. */
  reached(condition: () => boolean): Promise<void>;
  /** Settles when the process has written a given text; rejects when it ends before. */
  wrote(text: string | RegExp): Promise<void>;
}
export interface Stage {
  /** The folder of everything. Its path is in the command line of every process of the test. */
  readonly scratch: string;
  readonly project: string;
  /** The managed instance `studio`. */
  readonly instance: string;
  /** The ComfyUI of the instance. */
  readonly comfy: string;
  readonly repository: ComfyRepository;
  /** acme/Acme-Nodes: AcmeBlur since 1.0.0, AcmeGrade since 1.2.0. */
  readonly acme: Extension;
  /** beta/Beta-Nodes: BetaSharpen. */
  readonly beta: Extension;
  /** The folder for images. */
  readonly images: string;
  /** Writes the project file. `studio` gets these additional settings; `others` are further instances by name. */
  configure(settings?: Settings, others?: Readonly<Record<string, Settings>>): void;
  /** Runs the command in this process, without a user to ask. */
  pictor(...given: readonly string[]): Promise<Ran>;
  /** Runs the command in a separate process. */
  host(...given: readonly string[]): Host;
  /** Ends every process of the test, and removes all files. */
  dispose(): void;
}
export interface Settings {
  readonly kind?: string;
  readonly install?: object;
  readonly launch?: object;
  readonly [setting: string]: unknown;
}

export interface StageOptions {
  /** Name of the folder below the folder of all stages; default `machine`. */
  readonly name?: string;
  /** Whether the server requires installed packages; default true. */
  readonly packages?: boolean;
  /** Whether environments of Python are copies of one that was made before; default false. */
  readonly isQuick?: boolean;
}

/** Also gives this test file the environment of a machine without settings. */
export function createStage({
  name = "machine",
  packages = true,
  isQuick = false,
}: StageOptions = {}): Stage {
  const top = createTestFolder();
  const scratch = join(top, name);
  const home = join(scratch, "home");
  const project = join(scratch, "project");
  const instance = join(scratch, "instance");
  const images = join(project, "outputs");
  mkdirSync(home, { recursive: true });
  replaceEnvironment({
    ...cleanEnvironment(),
    ...userVariables(home),
    PIP_NO_CACHE_DIR: "1",
    // The project is written by the test.
    PICTOR_TRUST: "1",
  });
  const repository = makeComfyRepository(join(scratch, "sources"), { packages });
  const extensions = join(scratch, "extensions");
  const acme = makeExtension(extensions, { repository: "acme/Acme-Nodes", versions: acmeVersions });
  const beta = makeExtension(extensions, { repository: "Beta/Beta-Nodes", versions: betaVersions });
  const { list, nodeMap } = makeExtensionIndex(join(scratch, "index"), [acme, beta]);
  const plugin = join(project, "plugins/workflow-poster");
  mkdirSync(plugin, { recursive: true });
  for (const [file, content] of Object.entries(posterWorkflow)) writeFileSync(join(plugin, file), content);

  const index = makeIndex(join(scratch, "sources/simple"), [{ name: "acme-support", version: "2.0.0" }]);
  const { url } = repository;
  const configure: Stage["configure"] = (settings = {}, instances = {}) => {
    const { install = {}, launch = {}, ...others } = settings;
    const studio = {
      kind: "managed",
      directory: instance,
      ...(isQuick ? { python: quickPython() } : {}),
      install: {
        source: url,
        index,
        torchIndex: index,
        device: "cpu",
        uv: "never",
        minFreeGB: 0,
        ...install,
      },
      launch: { port: 0, startTimeoutMs: 60_000, ...launch },
      extensions: { indexes: [list], nodeMap, registry: "" },
      ...others,
    };
    writeFileSync(
      join(project, "pictor.json"),
      JSON.stringify({
        backend: "studio",
        backends: { studio, ...instances },
        pluginDirectories: ["./plugins"],
      }),
    );
  };
  configure();
  const options = ["--config", join(project, "pictor.json")];
  return {
    scratch,
    project,
    instance,
    comfy: join(instance, "ComfyUI"),
    repository,
    acme,
    beta,
    images,
    configure,
    async pictor(...given) {
      const streams = fakeStreams(false, process.env, piped(""));
      const code = await run([...given, ...options], streams);
      return { code, ...streams.written };
    },
    host: (...given) => startHost([...given, ...options], project),
    dispose() {
      killAllNaming(top);
      rmSync(top, { recursive: true, force: true });
    },
  };
}

function replaceEnvironment(env: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, env);
}

function startHost(given: readonly string[], cwd: string): Host {
  const child = spawn(process.execPath, [...commandLine, ...given], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const written = { out: "", err: "" };
  child.stdout.on("data", (data: Buffer) => (written.out += data.toString()));
  child.stderr.on("data", (data: Buffer) => (written.err += data.toString()));
  let isOver = false;
  const ended = once(child, "close").then(([code]): Ran => {
    isOver = true;
    return { code: (code as number | null) ?? -1, ...written };
  });
  const reached = async (condition: () => boolean, what = condition.toString()): Promise<void> => {
    await eventually(() => {
      const wasOver = isOver;
      if (condition()) return true;
      if (wasOver) throw new Error(`it ended without ${what}: ${written.err}`);
      return undefined;
    });
  };
  return {
    process: child,
    written,
    ended,
    reached: (condition) => reached(condition),
    wrote: (text) => reached(() => (written.out + written.err).search(text) >= 0, String(text)),
  };
}

/** For each file below a folder, its content or size, except files that Python and the server write themselves. */
export function contentsOf(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (each) => each.isFile() && !/__pycache__|\/logs(\/|$)|\/venv\//.test(`${each.parentPath}/${each.name}`),
    )
    .map((each) => join(each.parentPath, each.name));
  return Object.fromEntries(
    files
      .map(
        (path) =>
          [
            relative(folder, path),
            statSync(path).size > 65_536 ? String(statSync(path).size) : readFileSync(path, "latin1"),
          ] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Copies an instance. Returns a function that restores it at the same place. */
export function keepCopy(folder: string): () => void {
  const copy = `${folder}.copy`;
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return () => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(copy, folder, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  };
}
