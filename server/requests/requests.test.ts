// Requests that run at the same time, such as replies whose clients do not read on.

import { expect, it } from "vitest";
import type { Pictor } from "@pictor/host";
import { createFakeClock } from "@pictor/host/testing";
import { createRequests } from "./requests.js";

const holder = (tokenId: string) => ({ tokenId, name: tokenId, scopes: ["request"] as const });
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
    ...{ pictor, people: { for: unused }, profileChanges: { publish: unused }, clock: createFakeClock() },
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
