// Certificates that no known authority has signed, over the API: refused with their fingerprint, trusted, and trusted no longer.

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-server.js";

const file = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, `../../services/requests/fixtures/${name}.test.pem`));

let test: TestServer;
let server: Server;
let origin: string;
beforeAll(async () => {
  test = await startTestServer();
  server = createServer({ key: file("server-key"), cert: file("server") }, (_request, response) => {
    response.end("over TLS");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await test.close();
  server.closeAllConnections();
  server.close();
});
const send = () => test.call("POST", "/v1/requests", { body: { url: origin } });
const trust = (body: object) => test.call("PUT", "/v1/certificates", { body });

it("a refused certificate is named by the error, and accepted once it is trusted for its origin", async () => {
  const { certificate } = (await send()).json()["details"] as {
    readonly certificate: { readonly origin: string; readonly fingerprint: string };
  };
  expect(certificate).toMatchObject({ origin, subject: "Pictor test server" });
  const { fingerprint } = certificate;
  expect((await trust({ origin, fingerprint })).json()).toMatchObject({
    certificates: [{ origin, fingerprint }],
  });
  expect((await send()).json()).toMatchObject({ status: 200, body: { bytes: 8 } });
  expect((await test.call("GET", "/v1/certificates")).json()).toMatchObject({ certificates: [{ origin }] });
  expect((await trust({ origin })).json()).toEqual({ certificates: [] });
});

it.each([
  { origin: "https://a.example/path" },
  { origin: "https://A.example", fingerprint: "AA" },
  { origin: "http://a.example" },
])("%j is refused", async (body) => {
  expect((await trust(body)).status).toBe(422);
});
