// Addresses of the server and redirects: a base path keeps the credentials, another origin does not receive them.

import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startProxy } from "./proxy.test.support.js";
import { schemes } from "./schemes.test.support.js";
import { createStudio, findSecrets, shown } from "./studio.test.support.js";

const studio = createStudio();
beforeAll(() => studio.server());
afterEach(() => studio.tidy());
afterAll(() => studio.close());

/** The schemes that write into the address, or sign it. */
const inAddress = schemes.filter(({ name }) => /query|Digest/.test(name));

it.each(inAddress)(
  "a server behind a base path is reached with $name, and nothing beside it",
  async ({ guard }) => {
    const guarded = guard(await studio.provider());
    const { run, proxy } = await studio.open({ ...guarded, base: "/team/studio/" });
    const { result } = await run();
    expect(result).toMatchObject({ status: "finished", problems: [] });
    expect(proxy.refused()).toHaveLength(guarded.asksFirst);
    const written = "(&(token|access_token)=[^&]+)?$";
    expect(proxy.of("GET /ws").at(-1)?.url).toMatch(
      new RegExp(`^/team/studio/api/ws\\?clientId=[\\da-f-]{36}${written}`),
    );
    expect(proxy.of("GET /view").at(-1)?.url).toMatch(
      new RegExp(`^/team/studio/api/view\\?filename=[^&]+&subfolder=&type=output${written}`),
    );
  },
);

it.each(schemes)("an image on another origin is fetched there without $name", async ({ guard }) => {
  const guarded = guard(await studio.provider());
  const { run, proxy, embedded, log } = await studio.open(guarded);
  const store = await startProxy(embedded.url, () => undefined);
  void proxy.next("GET /view", ({ url }) => ({
    status: 307,
    headers: { location: store.url + url.slice(1) },
  }));
  const { result, events } = await run();
  await store.close();
  expect(result).toMatchObject({ status: "finished", problems: [] });
  expect(readFileSync(result.outputs[0]!.path!).subarray(1, 4).toString()).toBe("PNG");
  const wire = store.seen.map(({ url, rawHeaders }) => [url, ...rawHeaders].join("\n"));
  expect(wire).toEqual([expect.stringMatching(/^\/api\/view\?filename=[^&]+&subfolder=&type=output\n/)]);
  expect(wire.join("\n")).not.toMatch(/authorization|cookie|x-studio-key|referer/i);
  expect(findSecrets(shown([wire, log, events, result]), guarded.secrets)).toEqual([]);
});

it("a page to sign in at is not kept as the image, which can still be fetched", async () => {
  const guarded = schemes[0]!.guard(await studio.provider());
  const { run, proxy, embedded, fetched } = await studio.open(guarded);
  void proxy.next("GET /view", () => ({ status: 302, headers: { location: embedded.url } }));
  const { result } = await run();
  expect(result).toMatchObject({
    status: "finished",
    problems: [{ code: "OUTPUT_NOT_FETCHED", message: expect.stringContaining("a web page from") }],
  });
  const [output] = result.outputs;
  expect(output?.path).toBeUndefined();
  expect((await fetched(output!.file)).subarray(1, 4).toString()).toBe("PNG");
});
