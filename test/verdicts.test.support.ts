// The recorded answers of real servers to POST /prompt, and the verdict of `pictor validate` on the same graphs.

import { readFileSync } from "node:fs";
import { parseJson, stringifyJson, type PictorError } from "@pictor/host";
import { UsageError } from "../cli/base/usage-error.js";
import { parseGraph } from "../cli/commands/validate/read-graph.js";
import type { RecordedPictor } from "./matrix/recorded-pictor.js";

/** What the servers of a column answered. */
export interface Verdict {
  readonly name: string;
  readonly status: number;
  /** The type of the error for the whole graph. */
  readonly error?: string;
  /** For each node, the types of its errors, each with the name of the input if there is one. */
  readonly nodes?: Readonly<Record<string, readonly string[]>>;
  /** What happened to an accepted graph, if it did not succeed. */
  readonly run?: string;
  readonly prompt: unknown;
}

export function readVerdicts(name: string): readonly Verdict[] {
  const text = readFileSync(new URL(`fixtures/verdicts/${name}`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => parseJson(line) as Verdict);
}

/**
 * Whether the whole graph is accepted. With errors of nodes and status 200, the servers leave out an output; Pictor
 * refuses it.
 */
export const isAccepted = ({ status, nodes }: Pick<Verdict, "status" | "nodes">): boolean =>
  status === 200 && nodes === undefined;

/** The problems that `pictor validate` finds; undefined for what is no graph. */
export async function problemsOf(
  { pictor }: RecordedPictor,
  prompt: unknown,
): Promise<readonly PictorError[] | undefined> {
  try {
    const graph = parseGraph(stringifyJson(prompt), "graph.json");
    return await pictor.validate({ graph, backend: "recorded" });
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
