// A plugin with two kinds of backends, whose facets, prompts and node classes a test sets.

import type { Backend, BackendFacets, Catalog, PluginSource, PromptSummary } from "@pictor/kernel";
import { facetNames } from "@pictor/kernel";
import { partialBackend } from "./partial-backend.js";
import { manifestOf } from "./manifest-of.js";

/** The data behind all instances. Only those of the kind `managed` have the facets. Every call reads the current values. */
export interface FakeBackend {
  facets: BackendFacets;
  prompts: readonly PromptSummary[];
  catalog: Catalog;
  /** The settings of each opened instance, in order. */
  readonly opened: Readonly<Record<string, unknown>>[];
}

const settings = {
  type: "object",
  properties: {
    directory: { type: "string", format: "path" },
    install: {
      type: "object",
      properties: {
        device: { type: "string", enum: ["auto", "cpu"], default: "auto" },
        version: { type: "string", default: "latest" },
        packages: { type: "array", items: { type: "string" }, default: [] },
      },
    },
    launch: {
      type: "object",
      properties: { port: { type: "integer", minimum: 0, maximum: 65535, default: 8188 } },
    },
  },
};
const manifest = manifestOf("backend-fake", "backend", {
  permissions: [{ name: "process", reason: "The test says that it runs programs." }],
  contributes: {
    backends: [
      { id: "managed", title: "Managed", settings },
      { id: "plain", title: "Plain", settings: { type: "object", properties: {} } },
    ],
  },
});

function backendOf(name: string, kind: string, fake: FakeBackend): Backend {
  const present = () =>
    kind === "managed" ? facetNames.filter((facet) => fake.facets[facet] !== undefined) : [];
  const part: Partial<Backend> = {
    info: () => Promise.resolve({ name, kind, title: "Fake server", version: "1.2.3", facets: present() }),
    prompts: () => Promise.resolve(fake.prompts),
    catalog: () => Promise.resolve(fake.catalog),
    close: () => Promise.resolve(),
    get facets() {
      return kind === "managed" ? fake.facets : {};
    },
  };
  return partialBackend(part);
}

/** The kinds `managed`, which has the facets, and `plain`. */
export const fakeBackendKinds = (fake: FakeBackend): PluginSource => ({
  kind: "inline",
  manifest,
  plugin: () => ({
    provides: {
      backends: Object.fromEntries(
        ["managed", "plain"].map((kind) => [
          kind,
          {
            open(instanceSettings, { name }) {
              fake.opened.push(instanceSettings);
              return Promise.resolve(backendOf(name, kind, fake));
            },
          },
        ]),
      ),
    },
  }),
});
