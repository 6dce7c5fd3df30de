// A token that is revoked during a run: one request to the provider, and the run continues.

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { lines } from "./proxy.test.support.js";
import { oauthProfile, tokenGate } from "./schemes.test.support.js";
import { createStudio } from "./studio.test.support.js";

const studio = createStudio();
beforeAll(() => studio.server());
afterEach(() => studio.tidy());
afterAll(() => studio.close());

/** A studio whose token is revoked when the next request of a kind arrives, before the token is checked. */
async function revokedAt(kind: string) {
  const provider = await studio.provider();
  const lab = await studio.open({ profile: oauthProfile(provider), gate: tokenGate(provider) });
  void lab.proxy.next(kind, () => {
    provider.revoke();
    return undefined;
  });
  return { ...lab, provider };
}

describe("a token that is revoked just before", () => {
  it.each(["GET /object_info", "GET /system_stats", "GET /ws", "POST /prompt", "GET /history", "GET /view"])(
    "%s is renewed once, and the run finishes",
    async (kind) => {
      const { run, proxy, provider } = await revokedAt(kind);
      const { result } = await run();
      expect(result).toMatchObject({ status: "finished", problems: [], outputs: [{ batch: 0 }] });
      // Other requests that were in flight at that moment are refused and sent again, too.
      expect(proxy.refused()).toContain(`401 ${kind}`);
      expect(new Set(proxy.refused()).size).toBe(proxy.refused().length);
      expect(provider.asked()).toBe(2);
      expect(proxy.of("POST /prompt").filter(({ status }) => status === 0)).toHaveLength(1);
      const last = proxy.seen.at(-1)!;
      expect(lines(last, "authorization")).toEqual(["Bearer CANARY-token-2"]);
    },
  );

  it("an upload is renewed once, and the whole file is sent again", async () => {
    const { pictor, proxy, provider } = await revokedAt("POST /upload/image");
    const { backend } = await pictor.openBackend("studio");
    let opened = 0;
    const file = {
      name: "refs/cat.png",
      mime: "image/png",
      async *open() {
        opened++;
        for (let part = 0; part < 20; part++) yield Buffer.alloc(50_000, `part ${part} `);
      },
    };
    expect(await backend.upload(file)).toMatch(/^refs\/pictor-[\da-f]{16}\.png$/);
    // Read once for its hash, and twice to be sent.
    expect([opened, proxy.refused(), provider.asked()]).toEqual([3, ["401 POST /upload/image"], 2]);
    expect(proxy.uploads.map(({ length }) => length > 1_000_000)).toEqual([true]);
  });
});

it("a proxy that is restarted in the middle of a run does not end it", async () => {
  const provider = await studio.provider();
  const lab = await studio.open({ profile: oauthProfile(provider), gate: tokenGate(provider) });
  void lab.proxy.next("GET /history", () => {
    // The socket breaks too, which causes another reading of the record.
    lab.proxy.drop();
    return { status: 503 };
  });
  const { result } = await lab.run();
  expect(result).toMatchObject({ status: "finished", problems: [] });
  expect([lab.proxy.refused(), provider.asked()]).toEqual([["503 GET /history"], 1]);
});
