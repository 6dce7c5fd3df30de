// A server that accepts connections and never answers: how long a transfer waits for it.

import { fault, type Network, type RequestBody } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { advanceableClock } from "../testing/advanceable-clock.js";
import { testNetwork } from "../testing/test-network.js";
import { openTestBackendWith, outputImage, rejection } from "../testing/open-test-backend.js";

/** A backend whose requests get no reply; the network reads the first chunk of a request's body, or all of it. */
async function openSilent(reads: "one chunk" | "all" = "one chunk") {
  const clock = advanceableClock();
  const requests: string[] = [];
  const ended: string[] = [];
  const send: Network["send"] = ({ method = "GET", url, body }, { signal, timeoutMs = 300_000 } = {}) =>
    new Promise((_resolve, reject) => {
      const request = `${method} ${new URL(url).pathname}`;
      requests.push(request);
      signal?.addEventListener("abort", () => {
        ended.push(request);
        reject(signal.reason as Error);
      });
      clock.after(timeoutMs, () => reject(fault("REQUEST_TIMEOUT", { method, url, timeoutMs })));
      void taken(body as RequestBody | undefined);
    });
  async function taken(body: RequestBody | undefined): Promise<void> {
    for await (const _chunk of body?.open() ?? [])
      if (reads === "one chunk") await new Promise(() => undefined);
  }
  const { backend } = await openTestBackendWith(clock, { network: { ...testNetwork, send } });
  /** The code of the rejection, and the seconds until then. */
  async function waitFor(call: Promise<unknown>) {
    const since = clock.now();
    let error: Awaited<ReturnType<typeof rejection>> | undefined;
    void rejection(call).then((given) => (error = given));
    for (let seconds = 0; error === undefined && seconds < 1000; seconds++) await clock.advance(1000);
    return { code: error?.code, seconds: (clock.now() - since) / 1000 };
  }
  return { backend, clock, requests, ended, waitFor };
}

const file = {
  name: "cat.png",
  mime: "image/png",
  async *open() {
    yield await Promise.resolve(new Uint8Array(100_000));
  },
};

test("an upload ends after 20 seconds for each of two requests before it, and 60 without progress", async () => {
  const { backend, requests, waitFor } = await openSilent();
  const { code, seconds } = await waitFor(backend.upload(file));
  expect({ code, seconds }).toEqual({ code: "BACKEND_UNREACHABLE", seconds: 100 });
  expect(requests).toEqual(["HEAD /api/view", "GET /api/features", "POST /api/upload/image"]);
});

test("an upload without a reply ends after a minute, and later for a larger file", async () => {
  const { backend, waitFor } = await openSilent("all");
  const { code, seconds } = await waitFor(backend.upload(file));
  expect({ code, seconds }).toEqual({ code: "BACKEND_UNREACHABLE", seconds: 101 });
});

test("a caller that cancels ends the request for the limit", async () => {
  const { backend, requests, ended, clock } = await openSilent();
  const controller = new AbortController();
  const upload = rejection(backend.upload(file, { signal: controller.signal }));
  while (requests.length < 1) await new Promise(setImmediate);
  await clock.advance(20_000);
  while (requests.length < 2) await new Promise(setImmediate);
  controller.abort(new Error("enough"));
  expect((await upload).message).toBe("enough");
  expect(ended).toEqual(["GET /api/features"]);
});

test("a download ends after two attempts of 30 seconds", async () => {
  const { backend, requests, waitFor } = await openSilent();
  const read = async (): Promise<void> => {
    for await (const _bytes of backend.fetchOutput(outputImage));
  };
  const { code, seconds } = await waitFor(read());
  expect({ code, seconds }).toEqual({ code: "BACKEND_UNREACHABLE", seconds: 62 });
  expect(requests).toHaveLength(2);
});
