// A backend for tests of the server: a kind without settings, which knows one node class, and does what the test says.

import type { Backend } from "@pictor/kernel";
import { manifestOf, partialBackend } from "@pictor/host/testing";

const saveImage = {
  name: "SaveImage",
  outputs: [],
  isOutput: true,
  inputs: [{ name: "images", required: false, type: "IMAGE" }],
};

/** A graph that the backend can run. */
export const saveGraph = { "1": { class_type: "SaveImage", inputs: {} } };

/** The backend; `methods` are those that the test needs besides `info` and `catalog`. */
export const saveBackend = (kind: string, methods: Parameters<typeof partialBackend>[0]): Backend =>
  partialBackend({
    info: () => Promise.resolve({ name: "farm", kind, title: kind, version: "1", facets: [] }),
    catalog: () => Promise.resolve(new Map([["SaveImage", saveImage]])),
    ...methods,
  });

/** The plugin that contributes the kind, for the options of `startTestServer`. */
export const backendPlugin = (kind: string, open: () => Backend) => ({
  manifest: manifestOf(`backend-${kind}`, "backend", {
    contributes: { backends: [{ id: kind, title: kind, settings: { type: "object", properties: {} } }] },
  }),
  plugin: () => ({ provides: { backends: { [kind]: { open: () => Promise.resolve(open()) } } } }),
});
