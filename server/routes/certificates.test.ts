// Certificates that no known authority has signed, over the API: refused with their fingerprint, trusted, and trusted no longer.

import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { listen } from "@pictor/host/testing";
import { afterAll, expect, it } from "vitest";
import { startTestServer } from "../testing/start-server.js";

const file = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, `../../services/requests/fixtures/${name}.test.pem`));

const test = await startTestServer();
const { host, close } = await listen(
  createServer({ key: file("server-key"), cert: file("server") }, (_request, response) => {
    response.end("over TLS");
  }),
);
const origin = `https://${host}`;
afterAll(async () => {
  await test.close();
  await close();
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
