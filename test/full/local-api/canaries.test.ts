// No credential is in anything that a run writes: files, terminal, replies, addresses. Clients put them into every place where
// they do not belong.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { createTestFolder, userDataFile } from "@pictor/host/testing";
import { WebSocket } from "ws";
import { afterEach, expect, it } from "vitest";
import { endServed, serve } from "./serve.test.support.js";

const folder = createTestFolder({
  "pictor.json": { backend: "embedded", backends: { embedded: { kind: "embedded" } } },
});
afterEach(endServed);

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Status, headers and body of the reply, as one text. */
const send = (url: string, { method = "GET", path, headers, body }: Sent): Promise<string> =>
  new Promise((resolve, reject) => {
    httpRequest(url, { method, path, ...(headers && { headers }) }, (response) => {
      let text = `${response.statusCode ?? 0} ${response.rawHeaders.join(" ")}\n`;
      response.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve(text));
    })
      .on("error", reject)
      .end(body);
  });

/** The frames and the close reason of a socket, as one text. */
const listen = (url: string, path: string, protocols: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    let text = "";
    const socket = new WebSocket(url.replace("http", "ws") + path, [...protocols]);
    socket.on("message", (data: Buffer) => {
      text += data.toString("latin1");
      socket.close();
    });
    socket.on("unexpected-response", (_request, response) => {
      response.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve(text));
    });
    socket.on("error", () => undefined);
    socket.on("close", (_code, reason) => resolve(text + reason.toString()));
  });

/** A part of a credential is one, too. */
const partsOf = (secret: string): readonly string[] => {
  const random = secret.replace(/^pictor_/, "");
  return [random.slice(0, 16), random.slice(-16), Buffer.from(secret).toString("base64").slice(12, 40)];
};
function expectNone(text: string, secrets: readonly string[], place: string): void {
  for (const part of secrets.flatMap(partsOf)) expect([place, text.includes(part)]).toEqual([place, false]);
}

it("tokens, tickets, codes and signatures are in no file, no output, and no reply but their own", async () => {
  const log = join(folder, "access.jsonl");
  const served = await serve(folder, "--access-log", log, "--verbose");
  const { url, token: ofRun, client } = served;
  const kept = (await client.calls.createToken({ body: { name: "kept", scopes: ["read", "generate"] } }))
    .token;
  const { subprotocols } = await client.calls.createTicket({ body: {} });
  const ticket = subprotocols.at(-1)?.replace("pictor.ticket.", "") ?? "";
  const params = { prompt: "a kite", width: 64, height: 64, steps: 1 };
  const job = await client.generate({ workflow: "txt2img", params });
  expect(job.state).toBe("finished");
  const { links } = await client.calls.createLinks({ body: { paths: [job.outputs[0]?.href ?? ""] } });
  const signature = links[0]?.href.split(".").at(-1) ?? "";
  const secrets = [ofRun, kept, ticket, signature];

  // Only a token has a form by which it is recognized in a text. The others are used where they belong.
  for (const secret of [ofRun, kept]) {
    const json = { "Content-Type": "application/json" };
    const places: readonly Sent[] = [
      { path: `/v1/jobs/${secret}` },
      { path: `/v1/${"x".repeat(170)}/${secret}` },
      { path: `/v1/jobs?cursor=${secret}` },
      { path: `/v1?token=${secret}` },
      { path: `/${secret}` },
      { path: `/comfy/${secret}/prompt` },
      { path: "/v1", headers: { Authorization: `Bearer ${secret}x` } },
      { path: "/v1", headers: { Authorization: `Basic ${Buffer.from(`a:${secret}`).toString("base64")}` } },
      { path: "/comfy/embedded/queue", headers: { "X-API-Key": `${secret}x` } },
      { path: "/v1", headers: { Host: secret } },
      { path: "/v1", headers: { Origin: `http://${secret}` } },
      { path: "/v1", headers: { "Sec-Fetch-Site": secret } },
      { method: "POST", path: "/v1/session", headers: json, body: JSON.stringify({ code: secret }) },
      { method: "POST", path: "/v1/session", headers: json, body: JSON.stringify({ [secret]: 1 }) },
      { method: "POST", path: "/v1/session", headers: json, body: `{${secret}` },
      { method: "POST", path: "/v1/session", headers: { "Content-Type": secret }, body: "{}" },
      { method: "PATCH", path: `/v1/${secret}` },
    ];
    for (const sent of places)
      for (const headers of [sent.headers ?? {}, { Authorization: `Bearer ${ofRun}`, ...sent.headers }])
        expectNone(await send(url, { ...sent, headers }), secrets, JSON.stringify(sent).slice(0, 60));
  }
  const socket = "/v1/events/socket";
  expect(await listen(url, socket, subprotocols)).toContain("hello");
  expectNone(await listen(url, socket, subprotocols), secrets, "a used ticket");
  expectNone(await listen(url, `${socket}?token=${kept}`, ["pictor.v1"]), secrets, "a token in the query");
  expect(await send(url, { path: links[0]?.href ?? "" })).toMatch(/^200 /);
  const list = { path: "/v1/tokens", headers: { Authorization: `Bearer ${ofRun}` } };
  expectNone(await send(url, list), secrets, "the list of tokens");

  expect((await served.interrupt())[0]).toBe(0);
  const { stdout, stderr } = served.written();
  // The first line is the one that tells the token of the run.
  expect(stdout.split("\n")[0]).toContain(ofRun);
  expectNone(stdout.split("\n").slice(1).join("\n"), secrets, "stdout");
  expect(stderr).toContain("GET /v1/jobs/***");
  expectNone(stderr, secrets, "stderr");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(["access.jsonl", "tokens.json"]));
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    expectNone(`${path}\n${readFileSync(path).toString("latin1")}`, secrets, path);
  }
  // What is kept of a token is its digest.
  const digest = createHash("sha256").update(kept).digest("hex");
  expect(readFileSync(userDataFile(folder, "server/tokens.json"), "utf8")).toContain(digest);
});
