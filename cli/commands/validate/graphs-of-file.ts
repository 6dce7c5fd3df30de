// The graph of a file to validate. The workflow `custom` reads it, as `generate custom` does; a file in API format can be read
// without it.

import { resolve } from "node:path";
import { PictorError, type Problem, type ValidateRequest } from "@pictor/kernel";
import { UsageError } from "../../base/usage-error.js";
import type { CommandHost } from "../../session/command-host.js";
import { readGraph } from "./read-graph.js";

/** The workflow that runs the graph of a file. */
const workflow = "custom";

async function buildGraphs(
  { kernel, signal }: CommandHost,
  path: string,
  backend: string | undefined,
  report: (problem: Problem) => void,
): Promise<readonly ValidateRequest[]> {
  const named = backend === undefined ? {} : { backend };
  const params = { graph: resolve(path) };
  const { drafts } = await kernel.build({ workflow, params, ...named, signal, report });
  return drafts.map(({ graph, origins, inputs }) => ({ graph, origins, inputs }));
}

/**
 * The graphs of a file, which the workflow `custom` reads if it is available: it also reads files of the graph editor
 * and images, and finds the files that a job would upload.
 */
export async function graphsOfFile(
  host: CommandHost,
  path: string,
  backend: string | undefined,
  report: (problem: Problem) => void,
): Promise<readonly ValidateRequest[]> {
  const { kernel, streams } = host;
  const canBuild = path !== "-" && kernel.contributions("workflows").some(({ id }) => id === workflow);
  const read = async () => [{ graph: await readGraph(path, streams.stdin) }];
  if (!canBuild) return read();
  try {
    return await buildGraphs(host, path, backend, report);
  } catch (error) {
    if (!(error instanceof PictorError)) throw error;
    // The build stops at the first problem of a graph in API format; the validation reports all of them.
    return read().catch((unread: unknown) => {
      throw unread instanceof UsageError ? error : unread;
    });
  }
}
