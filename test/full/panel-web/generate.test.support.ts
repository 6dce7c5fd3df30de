// The view "Generate" for tests: a server of ComfyUI's protocol whose faults a test sets, and a draft of small images.

import { startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Page } from "playwright-core";
import { createClient, type Client } from "@pictor/client";
import {
  startPanel,
  type OpenPage,
  type PageOptions,
  type PanelOptions,
  type PanelTest,
} from "./panel.test.support.js";

export interface GenerateTest extends PanelTest {
  readonly studio: EmbeddedServer;
  /** Of another program with a token of its own. */
  readonly client: Client;
  /** Opens the view with a draft; without one, as at a first visit. */
  openForm(draft?: object, options?: PageOptions): Promise<OpenPage>;
}

const seedOf = (): string => String(Math.floor(Math.random() * 2 ** 40));

/** A small image, of another seed each time: the server answers an equal graph from its cache. */
export const smallDraft = (more: object = {}): object => ({
  workflow: "txt2img",
  features: [],
  count: 1,
  params: { txt2img: { prompt: "a red kite", width: 64, height: 64, steps: 4, seed: seedOf() } },
  ...more,
});

export async function startGenerate(options: PanelOptions = {}): Promise<GenerateTest> {
  const studio = await startEmbeddedServer();
  const backends = { studio: { kind: "remote", baseUrl: studio.url } };
  const panel = await startPanel({ ...options, configuration: { backends, ...options.configuration } });
  const client = createClient({ url: panel.server.url, token: panel.server.token });
  return {
    ...panel,
    studio,
    client,
    openForm(draft, more = {}) {
      const kept = draft === undefined ? {} : { localStorage: { "pictor.draft": JSON.stringify(draft) } };
      return panel.open("#/generate", { ...kept, ...more });
    },
    async close() {
      await panel.close();
      await studio.close();
    },
  };
}

export const generate = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: /^Generate/ }).click();
};
/** The line of the progress. */
export const progressLine = (page: Page) => page.locator(".progress-line");
