// The backend of the bench: in memory, with one node class, whose prompts end at once with events of every type.

import { readFile } from "node:fs/promises";
import type { Backend, BackendEvent, BackendFacets, Catalog, NodeClass, OutputFile } from "@pictor/kernel";
import { partialBackend } from "../../partial-backend.js";
import { sampleImage } from "../sample-image.js";

export const png = "image/png";

export const nodeClass: NodeClass = {
  name: "ContractSave",
  inputs: [{ name: "text", required: true, type: "STRING" }],
  outputs: [],
  isOutput: true,
};
const catalog: Catalog = new Map([[nodeClass.name, nodeClass]]);

export interface BackendParts {
  readonly facets: BackendFacets;
  readonly mime: string;
  readonly fails: boolean;
}

/** Each prompt ends at once, with events of every type: it has failed, or it has two files and a text. */
export function benchBackend({ facets, mime, fails }: BackendParts): Backend {
  let listener: (event: BackendEvent) => void = () => undefined;
  const files = ["one", "two"].map((name): OutputFile => {
    const filename = `${name}.${mime.split("/")[1] ?? "bin"}`;
    return { node: "Save", filename, subfolder: "", area: "output", mime, address: `memory:${name}` };
  });
  const ended = new Set<string>();
  const error = { node: "Save", classType: nodeClass.name, exception: "Error", message: "contract" };
  const run = (promptId: string): void => {
    ended.add(promptId);
    listener({ type: "status", queueRemaining: 1 });
    listener({ type: "started", promptId });
    listener({ type: "node", promptId, node: "Save" });
    listener({ type: "progress", promptId, node: "Save", value: 1, max: 2 });
    listener({ type: "preview", promptId, mime: png, bytes: new Uint8Array([1]) });
    listener({ type: "unknown", wireType: "contract", data: {} });
    if (fails) listener({ type: "error", promptId, error });
    else listener({ type: "output", promptId, files });
    listener({ type: "ended", promptId });
  };
  return partialBackend({
    facets,
    info: () =>
      Promise.resolve({
        name: "contract",
        kind: "contract",
        title: "Contract",
        version: "1",
        facets: Object.keys(facets) as never,
      }),
    catalog: () => Promise.resolve(catalog),
    events(listen) {
      listener = listen;
      return Promise.resolve(() => undefined);
    },
    submit({ promptId }) {
      setImmediate(run, promptId);
      return Promise.resolve({ promptId, dropped: [] });
    },
    state: (promptId) =>
      Promise.resolve(
        !ended.has(promptId)
          ? { state: "running" as const }
          : fails
            ? { state: "failed" as const, outputs: [], error }
            : { state: "succeeded" as const, outputs: files, shown: ["Save"] },
      ),
    cancel: () => Promise.resolve("gone" as const),
    prompts: () => Promise.resolve([]),
    upload: (file) => Promise.resolve(file.name),
    async *fetchOutput() {
      yield mime === png ? await readFile(sampleImage()) : Buffer.from("contract");
    },
  } satisfies Partial<Backend>);
}
