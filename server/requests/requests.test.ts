// Requests that run at the same time, such as replies whose clients do not read on.

import { describe, expect, it } from "vitest";
import type { Pictor } from "@pictor/host";
import { createFakeClock } from "@pictor/host/testing";
import { createRequests } from "./requests.js";

const holder = (tokenId: string) => ({ tokenId, name: tokenId, scopes: ["request"] as const });
const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve, "later");
  });
const unused = () => {
  throw new Error("not expected in this test");
};

it("one token cannot take the place of all others", async () => {
  const body = new ReadableStream<Uint8Array>();
  const reply = { status: 200, url: "https://a.example/", headers: {}, hops: [], notes: [], body };
  const pictor = {
    contributions: () => [],
    redact: (text: string) => text,
    send: () => Promise.resolve(reply),
  } as unknown as Pictor;
  const requests = createRequests({
    pictor,
    people: { for: unused },
    profileChanges: { publish: unused },
    clock: createFakeClock(),
  });
  const start = async (tokenId: string) =>
    requests
      .stream({ url: "https://a.example/" }, holder(tokenId), new AbortController().signal)
      .next()
      .then(
        () => "runs",
        (error: unknown) => (error as { readonly code?: string }).code,
      );
  const greedy = await Promise.all(Array.from({ length: 70 }, () => start("greedy")));
  expect(greedy.filter((ending) => ending === "runs")).toHaveLength(32);
  expect(new Set(greedy)).toEqual(new Set(["runs", "API_TOO_MANY"]));
  expect(await start("other")).toBe("runs");
});

it.each([
  ["request", false],
  ["admin", undefined],
] as const)(
  "a token with the scope %s gets the kept cookies of the owner: %s",
  async (scope, keptCookies) => {
    const inputs: object[] = [];
    const pictor = {
      contributions: () => [],
      redact: (text: string) => text,
      send: (input: object) => {
        inputs.push(input);
        return Promise.reject(new Error("nothing is sent"));
      },
    } as unknown as Pictor;
    const requests = createRequests({
      pictor,
      people: { for: unused },
      profileChanges: { publish: unused },
      clock: createFakeClock(),
    });
    const caller = { tokenId: "a", name: "a", scopes: [scope] };
    const sent = requests.send({ url: "https://a.example/" }, caller, new AbortController().signal);
    await expect(sent).rejects.toThrow("nothing is sent");
    expect(inputs).toMatchObject([keptCookies === undefined ? {} : { keptCookies }]);
    expect("keptCookies" in (inputs[0] ?? {})).toBe(keptCookies !== undefined);
  },
);

describe("server-sent events", () => {
  const clock = createFakeClock();
  let end = (): void => undefined;
  const pictor = {
    contributions: () => [],
    redact: (text: string) => text,
    send: (_input: unknown, { signal }: { readonly signal: AbortSignal }) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("data: 1\n\n"));
          end = () => controller.close();
          signal.addEventListener("abort", () => controller.error(signal.reason));
        },
      });
      const headers = { "content-type": "text/event-stream; charset=utf-8" };
      return Promise.resolve({ status: 200, url: "https://a.example/", headers, hops: [], notes: [], body });
    },
  } as unknown as Pictor;
  const send = async (more: object = {}) => {
    const requests = createRequests({
      pictor,
      people: { for: unused },
      profileChanges: { publish: unused },
      clock,
    });
    const body = { url: "https://a.example/", ...more };
    const sent = requests.send(body, holder("one"), new AbortController().signal);
    // The timer runs when the head has come.
    await turn();
    return { sent };
  };

  it("that answer a GET are read for three seconds, and the reply says so", async () => {
    const { sent } = await send();
    await clock.advance(2_999);
    expect(await Promise.race([sent, turn()])).toBe("later");
    await clock.advance(1);
    expect(await sent).toMatchObject({
      body: { text: "data: 1\n\n", isComplete: false },
      notes: [{ code: "API_REPLY_CUT", message: expect.stringContaining("3000 ms") as unknown }],
    });
  });

  it("that answer a POST are read to their end", async () => {
    const { sent } = await send({ method: "post" });
    await clock.advance(60_000);
    expect(await Promise.race([sent, turn()])).toBe("later");
    end();
    const { body, notes } = await sent;
    expect([body.isComplete, notes]).toEqual([undefined, []]);
  });

  it.each([
    [{ method: "POST" }, 300_000],
    [{ method: "POST", readMs: 50 }, 50],
    [{ readMs: 10_000 }, 10_000],
  ])("%j without an end are read for %i ms", async (more, ms) => {
    const { sent } = await send(more);
    await clock.advance(ms - 1);
    expect(await Promise.race([sent, turn()])).toBe("later");
    await clock.advance(1);
    expect((await sent).notes).toMatchObject([{ code: "API_REPLY_CUT" }]);
  });
});
