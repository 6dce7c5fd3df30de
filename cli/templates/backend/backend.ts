// The backend: what the kernel asks, in terms of the service. The comments of the type `Backend` say what it relies on.

import { createHash } from "node:crypto";
import { fault } from "@pictor/kernel/plugin";
import type { Backend, Clock, OutputFile, PromptState } from "@pictor/kernel/plugin";
import { watchJobs } from "./watch-jobs.ts";
import type { Job, Service } from "./service.ts";

export interface Opening {
  readonly name: string;
  readonly service: Service;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly pollMs: number;
}

const outputsOf = (service: Service, { files }: Job): readonly OutputFile[] =>
  files.map(({ node, name }) => ({
    node,
    filename: name,
    subfolder: "",
    area: "output",
    mime: "image/png",
    address: service.address(`files/${encodeURIComponent(name)}`),
  }));

/** The record of the service, which decides how a prompt has ended. */
export function stateOf(service: Service, job: Job | undefined): PromptState {
  if (job === undefined) return { state: "unknown" };
  const { state, ahead, error = "" } = job;
  if (state === "queued") return { state, ...(ahead !== undefined && { ahead }) };
  if (state === "running") return { state };
  const outputs = outputsOf(service, job);
  return state === "failed"
    ? { state, outputs, error: { exception: "Error", message: error } }
    : { state, outputs };
}

export function openAcme({ name, service, clock, signal, pollMs }: Opening): Backend {
  const watch = watchJobs({ service, clock, signal, pollMs, outputsOf: (job) => outputsOf(service, job) });
  return {
    facets: {},
    info: () =>
      Promise.resolve({
        name,
        kind: "acme",
        title: "Acme",
        address: service.address(""),
        version: "1",
        facets: [],
      }),
    catalog: async ({ classes, refresh, ...options } = {}) => {
      const found = await service.classes(options);
      const wanted = refresh === undefined ? classes : undefined;
      return new Map(
        found.filter((one) => wanted?.includes(one.name) !== false).map((one) => [one.name, one]),
      );
    },
    events: (listener, options = {}) => {
      const stop = watch.add(listener);
      if (options.promptId !== undefined) watch.follow(options.promptId);
      return Promise.resolve(stop);
    },
    async submit({ promptId, graph, record = {} }, options) {
      watch.follow(promptId);
      await service.start({ id: promptId, graph, record }, options);
      return { promptId, dropped: [] };
    },
    cancel: async (promptId, options) => (await service.cancel(promptId, options)) ?? "gone",
    state: async (promptId, options) => stateOf(service, await service.job(promptId, options)),
    prompts: async ({ limit = 50, ...options } = {}) => {
      const jobs = await service.jobs(options);
      return jobs
        .slice(0, limit)
        .map(({ id, state, record }) => ({ promptId: id, state, ...(record !== undefined && { record }) }));
    },
    async fetchSubmission(promptId, options) {
      const job = await service.job(promptId, options);
      if (job === undefined) return undefined;
      const { graph, record = {} } = job;
      return { graph, outputs: Object.keys(graph), record };
    },
    async upload(file, { signal: aborted, progress } = {}) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.open()) chunks.push(chunk);
      const bytes = new Uint8Array(Buffer.concat(chunks));
      // Another file of the same name keeps its contents.
      const name = `${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}-${file.name}`;
      await service.upload(name, bytes, aborted === undefined ? {} : { signal: aborted });
      progress?.(bytes.length, bytes.length);
      return name;
    },
    async *fetchOutput({ filename }, options) {
      const reply = await service.file(filename, options);
      if (reply === undefined) throw fault("BACKEND_FILE_GONE", { filename, status: 404 });
      for await (const chunk of reply.body) yield chunk;
    },
    close: () => {
      watch.end();
      return Promise.resolve();
    },
  };
}
