// A reply of the server that arrives as late as a test wants it to.

import type { Page } from "playwright-core";

export interface HeldReply {
  /** Resolves when the server has replied; the page does not know it yet. */
  readonly sent: Promise<void>;
  /** Lets the page have the reply, and resolves when the page has drawn again. */
  release(): Promise<void>;
}

function latch() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Holds the reply to the next request with this method and path, such as `/v1/secrets/*`. */
export async function holdReply(page: Page, method: string, path: string): Promise<HeldReply> {
  const [sent, released, given] = [latch(), latch(), latch()];
  let isHeld = false;
  await page.route(`**${path}`, async (route) => {
    if (isHeld || route.request().method() !== method) return route.fallback();
    isHeld = true;
    const response = await route.fetch();
    sent.open();
    await released.opened;
    // A request that the page has cancelled meanwhile gets no reply.
    await route.fulfill({ response }).catch(() => undefined);
    given.open();
  });
  return {
    sent: sent.opened,
    async release() {
      released.open();
      await given.opened;
      await page.evaluate("new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 100))");
    },
  };
}
