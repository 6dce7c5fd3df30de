// The Auth tab for tests: opened in a page of its own, with its parts as a person finds them.

import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { choose } from "./choices.test.support.js";
import type { RequestPage, RequestTest } from "./request-bed.test.support.js";

export interface AuthPage extends RequestPage {
  /** The choice of the scheme. */
  readonly type: Locator;
  /** The check mark at the tab. */
  readonly mark: Locator;
  saveAs(name: string): Promise<void>;
}

/** Without a profile, the request has its own fields. */
export async function openAuth(test: RequestTest, profile?: string): Promise<AuthPage> {
  const request = await test.open();
  const { page } = request;
  const tab = page.getByRole("tablist", { name: "Request" }).getByRole("tab", { name: /^Auth/ });
  const chosen = page.getByLabel("Profile", { exact: true });
  await request.address.fill(`${test.api.origin}/auth`);
  await tab.click();
  if (profile !== undefined) await choose(chosen, profile);
  return {
    ...request,
    type: page.getByLabel("Type", { exact: true }),
    mark: tab.getByRole("img", { name: "ready to use" }),
    async saveAs(name) {
      await page.getByLabel("Save as profile").fill(name);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect.poll(() => chosen.textContent()).toBe(name);
    },
  };
}
