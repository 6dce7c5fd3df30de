// A backend as it answers now: its devices, and a server that has ended since the last look.

import { afterEach, expect, it } from "vitest";
import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import { startTestServer, type TestServer } from "../testing/start-server.js";

let test: TestServer;
afterEach(() => test.close());

it("a backend has its address, its version and its devices, until its server ends", async () => {
  const backend = await startEmbeddedServer({});
  test = await startTestServer({
    configuration: { backends: { studio: { kind: "remote", baseUrl: backend.url } } },
  });
  const read = async () => (await test.call("GET", "/v1/backends/studio")).json();
  expect(await read()).toMatchObject({
    isReachable: true,
    info: { address: backend.url, version: expect.any(String), devices: [{ name: expect.any(String) }] },
  });
  await backend.close();
  // The statistics of the server are known for a minute, but a look at the instance is a question to it.
  expect(await read()).toMatchObject({ isReachable: false, error: { code: "BACKEND_UNREACHABLE" } });
});
