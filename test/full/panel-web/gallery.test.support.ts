// The gallery of the view "Generate" for tests: a panel with a journal, and what is found on its pages.

import type { Locator, Page } from "playwright-core";
import { createClient, type Client } from "@pictor/client";
import { startPanel, type OpenPage, type PageOptions, type PanelTest } from "./panel.test.support.js";
import { seedJournal, type SeededJournal } from "./seeded-gallery.test.support.js";

export interface GalleryTest extends PanelTest {
  /** Of another program with a token of its own. */
  readonly client: Client;
  openGallery(options?: PageOptions): Promise<OpenPage & GalleryParts>;
}

export interface GalleryParts {
  /** The list of images. */
  readonly list: Locator;
  readonly tiles: Locator;
  readonly total: Locator;
  readonly toast: Locator;
}

/** Narrower screens show the gallery as one of three tabs. */
const narrow = 720;

const partsOf = (page: Page): GalleryParts => {
  const list = page.getByRole("listbox", { name: "Images" });
  return {
    list,
    tiles: list.getByRole("option"),
    total: page.getByRole("status", { name: "Number of images" }),
    toast: page.locator(".toasts").last(),
  };
};

/** The number in the prompt of a seeded entry. */
export const numberOf = async (tile: Locator): Promise<number> =>
  Number(/number (\d+)/.exec((await tile.getAttribute("aria-label")) ?? "")?.[1] ?? NaN);

/** `seeded` is what stands in the journal; default: nothing. */
export async function startGallery(seeded?: SeededJournal): Promise<GalleryTest> {
  const panel = await startPanel();
  if (seeded !== undefined) seedJournal(panel.folder, seeded);
  const client = createClient({ url: panel.server.url, token: panel.server.token });
  return {
    ...panel,
    client,
    async openGallery(more = {}) {
      const opened = await panel.open("#/generate", { timezoneId: "UTC", ...more });
      if ((more.viewport?.width ?? Infinity) < narrow)
        await opened.page.getByRole("tab", { name: "Gallery" }).click();
      const parts = partsOf(opened.page);
      await parts.total.and(opened.page.locator(":not(:empty)")).waitFor();
      return { ...opened, ...parts };
    },
  };
}

/** A small image of the embedded backend; resolves when it is saved. */
export async function makeImage(client: Client, prompt: string, more: object = {}): Promise<void> {
  const params = { prompt, width: 64, height: 64, steps: 2, ...more };
  await client.generate({ workflow: "txt2img", backend: "embedded", params });
}
