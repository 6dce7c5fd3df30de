// Runs the handler as the kernel does: files by name, a small catalogue, everything frozen.

import { basename } from "node:path";
import { emptyDraft, fault } from "@pictor/kernel/plugin";
import type { BuildContext, InputFile, Params, WorkflowDraft } from "@pictor/kernel/plugin";
import { prepareWith } from "./build.js";
import { catalog } from "./catalog.test.support.js";

export const fileOf = (name: string, contents: string | Uint8Array): InputFile => ({
  name,
  mime: "application/octet-stream",
  async *open() {
    yield typeof contents === "string" ? new TextEncoder().encode(contents) : contents;
  },
});

export interface Situation {
  readonly params?: Params;
  readonly seed?: bigint;
  readonly isSeedGiven?: boolean;
  readonly count?: number;
  /** Files that are there, beside the graph: last part of the path to contents. */
  readonly others?: Readonly<Record<string, string>>;
}

export interface Built {
  readonly draft: WorkflowDraft;
  /** Lines of the log. */
  readonly log: readonly string[];
  /** Paths that were asked for. */
  readonly asked: readonly string[];
}

/** `contents` is what the file `graph.json` holds: a text, bytes, or anything as JSON. */
export async function build(contents: unknown, situation: Situation = {}): Promise<Built> {
  const { params = {}, seed = 1n, isSeedGiven = false, count = 1, others = {} } = situation;
  const whole =
    typeof contents === "string" || contents instanceof Uint8Array ? contents : JSON.stringify(contents);
  const log: string[] = [];
  const asked: string[] = [];
  const silent = () => undefined;
  const logger = { debug: silent, info: (line: string) => void log.push(line), warn: silent, error: silent };
  const input = async (path: string): Promise<InputFile> => {
    asked.push(path);
    if (path === "sheets/graph.json") return fileOf("graph.json", whole);
    const name = basename(path);
    const found = others[name];
    if (found === undefined) throw fault("INPUT_NOT_READABLE", { filename: path, reason: "it is not there" });
    return fileOf(`sent-${name}`, found);
  };
  const context: BuildContext = {
    signal: new AbortController().signal,
    logger,
    report: silent,
    workflow: "custom",
    params: { graph: "sheets/graph.json", ...params },
    seed,
    isSeedGiven,
    batch: { index: 0, count },
    catalog: async () => catalog,
  };
  const files = { input, create: () => Promise.reject(new Error("nothing is written")) };
  return { draft: await prepareWith({ files, logger })(emptyDraft, context), log, asked };
}
