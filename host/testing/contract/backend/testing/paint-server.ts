// A server for the tests of the rules: it runs one prompt after the other, and answers calls by their names over HTTP.

import { createServer, type IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { parseJson, stringifyJson, type Graph, type Json, type PromptState } from "@pictor/kernel";
import { listen } from "../../../listen.js";
import type { TestServer } from "../test-server.js";

/** A prompt as the server keeps it. */
export interface Painting {
  readonly id: string;
  readonly graph: Graph;
  readonly record?: Readonly<Record<string, Json>>;
  state: Exclude<PromptState["state"], "unknown" | "failed" | "lost">;
}

const classes = [
  { name: "EmptyImage", inputs: [], outputs: ["IMAGE"], isOutput: false },
  { name: "SaveImage", inputs: [], outputs: [], isOutput: true },
];

/** The calls of the server. Null stands for nothing. */
export function paintCalls() {
  const paintings = new Map<string, Painting>();
  const files = new Map<string, string>();
  let isHeld = false;
  const next = (): void => {
    const all = [...paintings.values()];
    const current =
      all.find(({ state }) => state === "running") ?? all.find(({ state }) => state === "queued");
    if (current === undefined) return;
    current.state = "running";
    if (isHeld) return;
    current.state = "succeeded";
    next();
  };
  return {
    calls: {
      classes: (): unknown => classes,
      list: (): unknown => [...paintings.values()].reverse(),
      look: (id: unknown): unknown => paintings.get(String(id)) ?? null,
      start(painting: unknown): unknown {
        const { id } = painting as Painting;
        paintings.set(id, { ...(painting as Painting), state: "queued" });
        // The reply comes before the run.
        setImmediate(next);
        return id;
      },
      cancel(id: unknown): unknown {
        const found = paintings.get(String(id));
        if (found?.state === "queued") {
          paintings.delete(found.id);
          return "removed";
        }
        if (found?.state !== "running") return "gone";
        found.state = "interrupted";
        setImmediate(next);
        return "interrupting";
      },
      upload(file: unknown): unknown {
        const { name, digest, text } = file as Readonly<Record<string, string>>;
        files.set(`${digest ?? ""}-${name ?? ""}`, text ?? "");
        return `${digest ?? ""}-${name ?? ""}`;
      },
      paint: (id: unknown): unknown => `image of ${String(id)}`,
    },
    hold() {
      isHeld = true;
      return () => {
        isHeld = false;
        next();
      };
    },
    lose: () => paintings.clear(),
  };
}
export type PaintCall = keyof ReturnType<typeof paintCalls>["calls"];

const bodyOf = async (request: IncomingMessage): Promise<unknown> => parseJson(await textOf(request));

/** `start` of a contract.js. */
export async function startPaintServer(): Promise<TestServer> {
  const { calls, hold, lose } = paintCalls();
  const server = createServer((request, response) => {
    const call = calls[(request.url ?? "").slice(1) as PaintCall];
    void bodyOf(request).then((body) => response.end(stringifyJson(call(body))));
  });
  const { origin, close } = await listen(server);
  return { settings: { url: origin }, hold, lose, stop: close };
}
