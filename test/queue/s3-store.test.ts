// The store of a queue in a bucket: the requests are signed by a profile, and a server on loopback verifies them with
// another implementation.

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import aws4 from "aws4";
import { createPictor, loadConfiguration, type Pictor } from "@pictor/host";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFakeClock, createTestFolder } from "@pictor/host/testing";
import { digestOf } from "@pictor/kernel/plugin";
import type { QueueSettings } from "../../plugins/backend-queue/settings.gen.js";
import { openStore } from "../../plugins/backend-queue/store/open-store.js";
import { openS3Store } from "../../plugins/backend-queue/store/s3-store.js";
import { bytesOf, digestIn } from "../../plugins/backend-queue/store/store.js";

const accessKeyId = "AKIDEXAMPLE";
const secretAccessKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const objects = new Map<string, Buffer>();
const requests: string[] = [];

/** Computes the signature of a request again, from what has arrived. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const given = request.headers.authorization ?? "";
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(";") ?? [];
  const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]));
  const options = {
    method: request.method ?? "",
    path: request.url ?? "",
    host: request.headers.host ?? "",
    service: "s3",
    region: "eu-central-1",
    headers,
  };
  const signed = aws4.sign(options, { accessKeyId, secretAccessKey });
  return (
    digestOf(body) === request.headers["x-amz-content-sha256"] && signed.headers?.["Authorization"] === given
  );
}

const server = createServer((request, response) => {
  void buffer(request).then((body) => {
    const key = request.url ?? "";
    requests.push(`${request.method} ${key}`);
    const refuse = (status: number, code: string): void => {
      response
        .writeHead(status)
        .end(request.method === "HEAD" ? undefined : `<Error><Code>${code}</Code></Error>`);
    };
    if (!isSigned(request, body)) refuse(403, "SignatureDoesNotMatch");
    else if (!key.startsWith("/our-images/")) refuse(404, "NoSuchBucket");
    else if (request.method === "PUT") {
      objects.set(key, body);
      response.writeHead(200).end();
    } else {
      const found = objects.get(key);
      // A key that may not list the bucket does not learn that an object is missing.
      if (found === undefined && key.includes("/unlisted/")) refuse(403, "AccessDenied");
      else if (found === undefined) refuse(404, "NoSuchKey");
      else response.writeHead(200).end(request.method === "HEAD" ? undefined : found);
    }
  });
});
const folder = createTestFolder();
let pictor: Pictor;
let endpoint: string;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env["PICTOR_TEST_S3_RIGHT"] = secretAccessKey;
  process.env["PICTOR_TEST_S3_WRONG"] = "another";
  const profile = (name: string) => ({
    type: "aws-sigv4",
    schemes: {
      "aws-sigv4": { accessKeyId, secretAccessKey: { $env: name }, service: "s3", region: "eu-central-1" },
    },
  });
  const flags = {
    profiles: { right: profile("PICTOR_TEST_S3_RIGHT"), wrong: profile("PICTOR_TEST_S3_WRONG") },
  };
  pictor = await createPictor({ configuration: await loadConfiguration({ directory: folder, flags }) });
});
afterAll(async () => {
  await pictor.dispose();
  server.close();
});

const open = (auth: string, { bucket = "our-images", prefix = "team a/" } = {}) =>
  openS3Store({ name: "farm", endpoint, bucket, prefix, auth, network: pictor });
const contents = Buffer.from("the same image");

it("stores contents once, under their digest, with signed requests", async () => {
  requests.length = 0;
  const store = open("right");
  const digest = await store.put([contents.subarray(0, 4), contents.subarray(4)]);
  expect(digest).toBe(digestOf(contents));
  expect(digestIn(store.addressOf(digest))).toBe(digest);
  expect(await store.put([contents])).toBe(digest);
  expect(await bytesOf(store.get(digest))).toEqual(contents);
  const path = `/our-images/team%20a/${digest}`;
  expect(requests).toEqual([`HEAD ${path}`, `PUT ${path}`, `HEAD ${path}`, `GET ${path}`]);
});

it("says what is missing, changed or refused", async () => {
  const store = open("right");
  await expect(bytesOf(store.get("0".repeat(64)))).rejects.toMatchObject({ code: "BACKEND_FILE_GONE" });
  const digest = await store.put([Buffer.from("whole")]);
  objects.set(`/our-images/team%20a/${digest}`, Buffer.from("wrong"));
  await expect(bytesOf(store.get(digest))).rejects.toMatchObject({ code: "BACKEND_FILE_CHANGED" });
  await expect(open("wrong").put([contents])).rejects.toMatchObject({
    code: "QUEUE_STORE_REFUSED",
    details: { status: 403 },
  });
  await expect(bytesOf(open("wrong").get(digest))).rejects.toThrow("SignatureDoesNotMatch");
});

it("gives the reason of a refusal, which a reply to HEAD cannot have", async () => {
  await expect(open("wrong").put([contents])).rejects.toThrow("SignatureDoesNotMatch");
});

it("says that the bucket is missing, not that a file is", async () => {
  const store = open("right", { bucket: "no-such" });
  for (const work of [() => store.put([contents]), () => bytesOf(store.get("0".repeat(64)))])
    await expect(work()).rejects.toMatchObject({
      code: "QUEUE_STORE_REFUSED",
      details: { status: 404, reason: "NoSuchBucket", where: `${endpoint}/no-such` },
    });
});

it("stores contents with a key that may not list the bucket", async () => {
  const store = open("right", { prefix: "unlisted/" });
  expect(await bytesOf(store.get(await store.put([contents])))).toEqual(contents);
});

it("signs a prefix with characters that are encoded", async () => {
  for (const prefix of ["grün+&=?#%25'()*!~@:,;$/", "日本/", "", "a//b/"]) {
    const store = open("right", { prefix });
    expect(await bytesOf(store.get(await store.put([contents])))).toEqual(contents);
  }
});

it("refuses a prefix that would leave the bucket", () => {
  const settings = { store: { endpoint, bucket: "our-images", prefix: "../x/", auth: "" } } as QueueSettings;
  const clock = createFakeClock();
  expect(() => openStore(settings, { name: "farm", clock, network: pictor })).toThrow('".."');
});
