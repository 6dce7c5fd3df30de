// The view "Backends" for tests: a panel whose backend `studio` has a server in memory, and another program's client.

import type { BackendFacets, PromptSummary } from "@pictor/kernel";
import { createClient, type Client } from "@pictor/client";
import { fakeBackendKinds, type FakeBackend } from "@pictor/host/testing";
import type { Page } from "playwright-core";
import { startPanel, type PanelOptions, type PanelTest } from "./panel.test.support.js";

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** The card of an operation. */
export const card = (page: Page, title: string) =>
  page.getByRole("group", { name: "Operations" }).getByRole("region", { name: title, exact: true });

export interface BackendsTest extends PanelTest {
  /** What is behind `studio`; a test sets it. */
  readonly backend: FakeBackend;
  /** Of another program with a token of its own. */
  readonly client: Client;
}

export interface BackendsOptions extends PanelOptions {
  readonly facets?: BackendFacets;
  readonly prompts?: readonly PromptSummary[];
}

export async function startBackends(options: BackendsOptions = {}): Promise<BackendsTest> {
  const { facets = {}, prompts = [], configuration = {}, plugins = [], ...rest } = options;
  const backend: FakeBackend = { facets, prompts, catalog: new Map(), opened: [] };
  const panel = await startPanel({
    ...rest,
    plugins: [fakeBackendKinds(backend), ...plugins],
    configuration: {
      // Its kind has the name of the one that comes along.
      plugins: { "backend-managed": { enabled: false } },
      backends: { studio: { kind: "managed" }, box: { kind: "plain" } },
      backend: "studio",
      ...configuration,
    },
  });
  const client = createClient({ url: panel.server.url, token: panel.server.token });
  return { ...panel, backend, client };
}
