// A stranger's backend kind: settings of every type, a group, a list, a list of groups, and a secret.

import { partialBackend, manifestOf } from "@pictor/host/testing";
import type { Backend, PluginSource } from "@pictor/kernel";

const settings = {
  type: "object",
  required: ["region"],
  properties: {
    region: {
      type: "string",
      title: "Region",
      description: "Where the farm stands",
      enum: ["north", "south"],
      "x-enumTitles": { north: "In the north", south: "In the south" },
    },
    workers: { type: "integer", title: "Workers", default: 2, minimum: 1, maximum: 8, "x-unit": "machines" },
    share: { type: "number", title: "Share", default: 0.5, minimum: 0, maximum: 1 },
    isSpot: { type: "boolean", title: "Spot machines", default: false },
    bid: {
      type: "number",
      title: "Highest bid",
      default: 1,
      minimum: 0,
      "x-unit": "EUR",
      "x-visibleWhen": { isSpot: [true] },
    },
    note: { type: "string", title: "Note", format: "multiline", default: "" },
    apiKey: { type: "string", title: "API key", "x-secret": true },
    labels: { type: "array", title: "Label", items: { type: "string" }, default: [], maxItems: 3 },
    mounts: {
      type: "array",
      title: "Mount",
      default: [],
      items: {
        type: "object",
        required: ["from"],
        properties: {
          from: { type: "string", title: "From" },
          isReadOnly: { type: "boolean", title: "Read only" },
        },
      },
    },
    network: {
      type: "object",
      title: "Network",
      "x-advanced": true,
      properties: { proxy: { type: "string", title: "Proxy", format: "uri" } },
    },
  },
};

const manifest = manifestOf("backend-farm", "backend", {
  version: "2.0.0",
  title: "Farm",
  description: "A stranger's machines",
  contributes: { backends: [{ id: "farm", title: "Render farm", settings }] },
});

const backendOf = (name: string): Backend => {
  const part: Partial<Backend> = {
    info: () =>
      Promise.resolve({
        name,
        kind: "farm",
        title: "A farm",
        version: "7.1",
        facets: [],
        devices: [{ name: "Card 1", totalBytes: 2 ** 34, freeBytes: 2 ** 33 }],
      }),
    prompts: () => Promise.resolve([]),
    catalog: () => Promise.resolve(new Map()),
    close: () => Promise.resolve(),
    facets: {},
  };
  return partialBackend(part);
};

export const backendKind: PluginSource = {
  kind: "inline",
  manifest,
  plugin: () => ({
    provides: { backends: { farm: { open: (_settings, { name }) => Promise.resolve(backendOf(name)) } } },
  }),
};
