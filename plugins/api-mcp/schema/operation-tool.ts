// A tool that is an operation of the local API, with its input and its result. `tool` of the operation declares it.

import type { Client } from "@pictor/client";
import type { Tool } from "./tool.js";

export interface OperationTool extends Omit<Tool, "run"> {
  /** Id of the operation. */
  readonly operation: keyof Client["calls"];
  /** The part of the call to which each argument belongs. */
  readonly places: Readonly<Record<string, "params" | "query" | "body">>;
}

type Call = (input: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, unknown>>>;

export const toolOfOperation = ({ operation, places, ...tool }: OperationTool): Tool => ({
  ...tool,
  async run(args, { client, signal }) {
    const partOf = (place: string) =>
      Object.fromEntries(Object.entries(args).filter(([name]) => places[name] === place));
    const call = client.calls[operation] as Call;
    const input = { params: partOf("params"), query: partOf("query"), body: partOf("body"), signal };
    return { data: await call(input) };
  },
});
