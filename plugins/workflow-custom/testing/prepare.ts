// Prepares drafts for the tests like the kernel does, with files from a record and a small catalog.

import { basename } from "node:path";
import { silentLogger } from "@pictor/host/testing";
import { emptyDraft, fault } from "@pictor/kernel/plugin";
import type { BuildContext, InputFile, Params, Problem, WorkflowDraft } from "@pictor/kernel/plugin";
import { createPrepareGraph } from "../prepare/prepare-graph.js";
import { catalog } from "./catalog.js";

export const createInputFile = (name: string, contents: string | Uint8Array): InputFile => ({
  name,
  mime: "application/octet-stream",
  async *open() {
    await Promise.resolve();
    yield typeof contents === "string" ? new TextEncoder().encode(contents) : contents;
  },
});

export interface PrepareOptions {
  readonly params?: Params;
  readonly seed?: bigint;
  readonly isSeedGiven?: boolean;
  /** Number of batches. */
  readonly count?: number;
  /** Contents of other files, by file name. */
  readonly otherFiles?: Readonly<Record<string, string>>;
}

export interface PreparedDraft {
  readonly draft: WorkflowDraft;
  /** Lines of the log. */
  readonly log: readonly string[];
  /** The reported problems. */
  readonly problems: readonly Problem[];
  /** Paths that the handler tried to read. */
  readonly requestedPaths: readonly string[];
}

/** `contents` is written to the file `graph.json`: a string, bytes, or a value as JSON. */
export async function prepareDraft(contents: unknown, options: PrepareOptions = {}): Promise<PreparedDraft> {
  const { params = {}, seed = 1n, isSeedGiven = false, count = 1, otherFiles = {} } = options;
  const graphFile =
    typeof contents === "string" || contents instanceof Uint8Array ? contents : JSON.stringify(contents);
  const log: string[] = [];
  const problems: Problem[] = [];
  const requestedPaths: string[] = [];
  const logger = { ...silentLogger, info: (line: string) => void log.push(line) };
  const input = (path: string): Promise<InputFile> => {
    requestedPaths.push(path);
    if (path === "sheets/graph.json") return Promise.resolve(createInputFile("graph.json", graphFile));
    const name = basename(path);
    const found = otherFiles[name];
    return found === undefined
      ? Promise.reject(fault("INPUT_NOT_READABLE", { filename: path, reason: "it does not exist" }))
      : Promise.resolve(createInputFile(`sent-${name}`, found));
  };
  const context: BuildContext = {
    signal: new AbortController().signal,
    logger,
    report: (problem) => void problems.push(problem),
    workflow: "custom",
    params: { graph: "sheets/graph.json", ...params },
    seed,
    isSeedGiven,
    batch: { index: 0, count },
    limits: { promptCharacters: 100, promptTags: 10, features: 1, graphNodes: 100, generationBytes: 100_000 },
    // Without the classes that the handler has not named, which it must not read.
    catalog: ({ classes } = {}) =>
      Promise.resolve(new Map([...catalog].filter(([name]) => classes?.includes(name) !== false))),
  };
  const unexpected = () => Promise.reject(new Error("not expected in this test"));
  const files = { input, create: unexpected, requireWritable: unexpected };
  const draft = await createPrepareGraph({ files, logger })(emptyDraft, context);
  return { draft, log, problems, requestedPaths };
}
