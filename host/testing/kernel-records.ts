// Records of the kernel for tests: a test names the members that matter to it.

import type { Logger, OutgoingRequest, Output, OutputContext, OutputFile } from "@pictor/kernel";

/** A logger that writes nothing. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** The file `a.png` of the node 9, in the folder of outputs, with `more` in place of its members. */
export const outputFile = (more: Partial<OutputFile> = {}): OutputFile => ({
  node: "9",
  filename: "a.png",
  subfolder: "",
  area: "output",
  mime: "image/png",
  address: "",
  ...more,
});

/** A GET request of the user to `https://example.org/` without headers and auth, with `more` in place of its members. */
export const outgoingRequest = (more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  id: "1",
  purpose: "user",
  method: "GET",
  url: "https://example.org/",
  headers: [],
  auth: { type: "none", settings: {} },
  ...more,
});

/** The first image of a generation: with `more` in place of its members. */
export const imageOutput = (more: Partial<Output> = {}): Output => ({
  jobId: "job",
  batch: 0,
  index: 0,
  place: 0,
  file: outputFile(),
  mime: "image/png",
  async *open() {
    yield await Promise.resolve(Uint8Array.of(1));
  },
  seed: 42n,
  prompt: { positive: "", negative: "" },
  metadata: {},
  ...more,
});

/** What an output plugin is told of a generation on a remote backend, with `more` in place of its members. */
export const outputContext = (more: Partial<OutputContext> = {}): OutputContext => ({
  signal: new AbortController().signal,
  logger: silentLogger,
  report: () => undefined,
  jobId: "job",
  workflow: "txt2img",
  params: {},
  features: [],
  inputs: [],
  seed: 42n,
  backend: { name: "studio", kind: "remote", title: "Studio", version: "1", facets: [] },
  directory: "/images",
  plugins: {},
  ...more,
});
