// An instance for the tests of extensions: real folders, `fetch` as its network, and programs that the test provides.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ExtensionsFacet, Network, Reply, RunProgram, RunningProcess } from "@pictor/kernel/plugin";
import type { Instance } from "../instance.js";
import { layoutOf } from "../layout.js";
import { complete, groupDefaults } from "../settings.js";
import { notFound } from "./fake-instance.js";
import { realClock } from "@pictor/host/testing";
import { temporaryFolder } from "./local-machine.js";
import { createExtensions, type ExtensionParts } from "../extensions/extensions-facet.js";

/** Sends requests with `fetch`, and supports the parts of a reply that the plugin reads. */
export const fetchNetwork: Network = {
  async send({ url, headers = {} }, { signal, maxBytes = Infinity } = {}): Promise<Reply> {
    const response = await fetch(url, {
      headers: Object.fromEntries(Array.isArray(headers) ? headers : Object.entries(headers)),
      ...(signal === undefined ? {} : { signal }),
    });
    let received = 0;
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        if (received > maxBytes) controller.error(new Error(`more than ${maxBytes} bytes`));
        else controller.enqueue(chunk);
      },
    });
    const body = (response.body ?? new Blob([]).stream()).pipeThrough(limit);
    const bytes = async () => new Uint8Array(await new Response(body).arrayBuffer());
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      url,
      body: body,
      hops: [],
      notes: [],
      bytes,
      text: async () => new TextDecoder().decode(await bytes()),
      discard: () => body.cancel(),
    };
  },
  connect: () => Promise.reject(new Error("there are no sockets here")),
};

const ended = (end: Awaited<RunningProcess["ended"]>): RunningProcess => ({
  pid: undefined,
  ended: Promise.resolve(end),
  kill: () => false,
});

/** A machine on which no program is installed. */
export const nothingRuns: RunProgram = (file) => ended(notFound(file));

export interface GitCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A git that `answer` scripts: the lines of its output, or its exit code and error output. */
export function fakeGit(
  answer: (
    args: readonly string[],
  ) => readonly string[] | { readonly exitCode: number; readonly error: string },
): { readonly run: RunProgram; readonly calls: GitCall[] } {
  const calls: GitCall[] = [];
  const run: RunProgram = (_file, args, { onLine, env = {} } = {}) => {
    calls.push({ args, env });
    if (args.at(-1) === "version") onLine?.("git version 2.39.5", "stdout");
    else {
      const found = answer(args);
      if ("exitCode" in found) {
        for (const line of found.error.split("\n")) onLine?.(line, "stderr");
        return ended({ kind: "exited", exitCode: found.exitCode, output: found.error });
      }
      for (const line of found) onLine?.(line, "stdout");
    }
    return ended({ kind: "exited", exitCode: 0, output: "" });
  };
  return { run, calls };
}

export interface InstanceFixture {
  readonly instance: Instance;
  readonly facet: ExtensionsFacet;
  readonly customNodes: string;
  readonly warnings: string[];
  /** Writes a file below the instance's folder; settles with its path. */
  put(path: string, text: string): Promise<string>;
}

export interface InstanceOptions {
  readonly run?: RunProgram;
  readonly extensions?: Partial<Instance["settings"]["extensions"]>;
  readonly parts?: Partial<ExtensionParts>;
  readonly now?: () => number;
  /** Whether the settings name a ComfyUI that Pictor did not install. */
  readonly isForeign?: boolean;
  /** Folder of an earlier instance, to be used again as by a second process. */
  readonly root?: string;
}

export async function openInstance(options: InstanceOptions = {}): Promise<InstanceFixture> {
  const { run = nothingRuns, extensions = {}, parts = {}, now = Date.now, isForeign = false } = options;
  const root = options.root ?? temporaryFolder();
  const comfyDirectory = join(root, "Own ComfyUI");
  const settings = complete({
    directory: root,
    python: "python3",
    ...(isForeign ? { comfyDirectory } : {}),
    extensions: { ...groupDefaults.extensions, indexes: [], nodeMap: "", registry: "", ...extensions },
  });
  const made = layoutOf(settings, {
    name: "studio",
    dataFolder: root,
    workingDirectory: root,
    platform: process.platform,
  });
  // The Python of the machine, because no environment is created.
  const layout = { ...made, python: "python3" };
  await mkdir(layout.customNodes, { recursive: true });
  const warnings: string[] = [];
  const logger = {
    debug: () => {},
    info: () => {},
    warn: (message: string) => void warnings.push(message),
    error: (message: string) => void warnings.push(message),
  };
  const clock = { ...realClock, now };
  const { env, platform } = process;
  const instance: Instance = {
    name: "studio",
    layout,
    settings,
    run,
    network: fetchNetwork,
    clock,
    logger,
    env,
    platform,
  };
  return {
    instance,
    facet: createExtensions(instance, { loaded: () => Promise.resolve(undefined), ...parts }),
    customNodes: layout.customNodes,
    warnings,
    async put(path, text) {
      const file = join(root, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      return file;
    },
  };
}

/** An entry of a list in the format of ComfyUI-Manager. */
export const listed = (reference: string, file: string, more: object = {}) => ({
  title: reference.split("/").at(-1),
  author: "somebody",
  reference,
  files: [file],
  install_type: "git-clone",
  description: "An extension of the tests",
  ...more,
});

export const indexText = (entries: readonly object[]): string => JSON.stringify({ custom_nodes: entries });

export const rejection = async (promise: Promise<unknown>): Promise<Error & { readonly code: string }> => {
  try {
    await promise;
  } catch (error) {
    return error as Error & { readonly code: string };
  }
  throw new Error("the promise was not rejected");
};
