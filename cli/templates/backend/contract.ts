// The server for `pictor plugins test`: a service in memory, which runs one job after the other. Replace it together
// with the calls of the service.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseJson, stringifyJson } from "@pictor/kernel/plugin";
import type { Job } from "./service.ts";

interface Request {
  readonly method: string;
  readonly name: string;
  readonly body: Buffer;
}
type Answer = readonly [status: number, body?: unknown];

const classes = [
  { name: "EmptyImage", inputs: [], outputs: ["IMAGE"], isOutput: false },
  { name: "SaveImage", inputs: [], outputs: [], isOutput: true },
];

function createService() {
  const jobs = new Map<string, Job>();
  const files = new Map<string, Buffer>();
  let isHeld = false;

  const set = (job: Job): void => void jobs.set(job.id, job);
  const finish = (job: Job): void => {
    const name = `${job.id}.png`;
    files.set(name, Buffer.from(`the image of ${job.id}`));
    set({ ...job, state: "succeeded", files: [{ node: Object.keys(job.graph).at(-1) ?? "", name }] });
  };
  const work = (): void => {
    const all = [...jobs.values()];
    const job = all.find(({ state }) => state === "running") ?? all.find(({ state }) => state === "queued");
    if (job === undefined) return;
    set({ ...job, state: "running" });
    if (isHeld) return;
    finish(job);
    work();
  };

  const routes: Readonly<Record<string, (request: Request) => Answer>> = {
    "GET classes": () => [200, classes],
    "GET jobs": ({ name }) =>
      name === "" ? [200, [...jobs.values()].reverse()] : [jobs.has(name) ? 200 : 404, jobs.get(name)],
    "POST jobs": ({ body }) => {
      set({ ...(parseJson(body.toString()) as Job), state: "queued", files: [] });
      setImmediate(work);
      return [200];
    },
    "DELETE jobs": ({ name }) => {
      const job = jobs.get(name);
      if (job?.state === "queued") jobs.delete(name);
      else if (job?.state === "running") set({ ...job, state: "interrupted" });
      else return [404];
      setImmediate(work);
      return [200, job.state === "queued" ? "removed" : "interrupting"];
    },
    "GET files": ({ name }) => [files.has(name) ? 200 : 404, files.get(name)],
    "PUT files": ({ name, body }) => {
      files.set(name, body);
      return [200];
    },
  };

  return {
    answer({ method, name, body }: Request, room: string): Answer {
      return routes[`${method} ${room}`]?.({ method, name, body }) ?? [404];
    },
    hold() {
      isHeld = true;
      return () => {
        isHeld = false;
        work();
      };
    },
    lose: () => {
      jobs.clear();
    },
  };
}

async function start() {
  const { answer, hold, lose } = createService();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [, room = "", name = ""] = (request.url ?? "").split("/").map(decodeURIComponent);
      const [status, body] = answer(
        { method: request.method ?? "", name, body: Buffer.concat(chunks) },
        room,
      );
      response.writeHead(status).end(body instanceof Buffer ? body : stringifyJson(body ?? null));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    settings: { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pollMs: 100 },
    hold,
    lose,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What the rules cannot guess. `hold` and `lose` are optional: without them some rules are not checked. */
export default { backends: { acme: { start } } };
