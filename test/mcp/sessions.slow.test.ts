// Who may call the MCP server, whose calls are cancelled, and that the calls of clients never mix.

import { afterAll, describe, expect, it, vi } from "vitest";
import { patience } from "@pictor/host/testing";
import type { Job } from "@pictor/client";
import { startTestServer } from "../../server/testing/start-server.js";
import { connectMcp } from "./mcp-server.test.support.js";

const test = await startTestServer();
afterAll(() => test.close());

const small = { width: 64, height: 64, steps: 2, backend: "embedded", image: "none" };
/** Runs until it is cancelled. */
const endless = { ...small, width: 512, height: 512, steps: 10_000, wait_seconds: 600 };

const jobs = async (state: string): Promise<readonly Job[]> =>
  (await test.call("GET", `/v1/jobs?state=${state}`)).json()["jobs"] as readonly Job[];
const jobOf = async (prompt: string): Promise<Job> =>
  vi.waitFor(async () => {
    const found = (await jobs("running")).find(({ request }) => request?.params?.["prompt"] === prompt);
    expect(found?.state).toBe("running");
    return found!;
  }, patience);
const stateOf = async ({ id }: Job): Promise<unknown> =>
  (await test.call("GET", `/v1/jobs/${id}`)).json()["state"];
const whenInterrupted = (job: Job): Promise<void> =>
  vi.waitFor(async () => {
    expect(await stateOf(job)).toBe("interrupted");
  }, patience);

const accept = { Accept: "application/json, text/event-stream" };
const message = (method: string, params: object = {}, id: number | null = 1) => ({
  jsonrpc: "2.0",
  method,
  params,
  ...(id !== null && { id }),
});
const post = (body: object, headers: Readonly<Record<string, string>> = {}, token?: string | null) =>
  test.call("POST", "/mcp", {
    body,
    headers: { ...accept, ...headers },
    ...(token !== undefined && { token }),
  });

describe("a request", () => {
  const list = message("tools/list");

  it.each([
    ["a form", { "Content-Type": "text/plain" }, 415],
    ["a client that takes no events", { Accept: "application/json" }, 406],
  ])("of %s is refused", async (_title, headers, status) => {
    expect((await post(list, headers)).status).toBe(status);
  });

  it.each([
    ["no token", null],
    ["a wrong token", "pictor_wrong"],
  ])("with %s is refused in the shape of JSON-RPC", async (_title, token) => {
    const reply = await post(list, {}, token);
    expect([reply.status, reply.json()]).toEqual([
      401,
      expect.objectContaining({
        jsonrpc: "2.0",
        id: null,
        error: expect.objectContaining({ code: -32_000 }),
      }),
    ]);
  });

  it("opens a stream for messages of the server only as events", async () => {
    const headers = { Accept: "application/json", "Mcp-Session-Id": "one" };
    expect((await test.call("GET", "/mcp", { headers })).status).toBe(406);
    expect((await test.call("PUT", "/mcp", { body: {} })).status).toBe(405);
  });

  it("that is no message is answered with an error of the protocol", async () => {
    const reply = await post({ hello: 1 });
    expect([reply.status, reply.json()["error"]]).toMatchObject([400, { code: -32_700 }]);
  });

  it("gets a session id with initialize, another one each time", async () => {
    const ask = async () =>
      (
        await post(
          message("initialize", {
            protocolVersion: "2025-06-18",
            capabilities: {},
            clientInfo: { name: "test", version: "1" },
          }),
        )
      ).headers["mcp-session-id"];
    const ids = [await ask(), await ask()];
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toMatch(/^[\w-]{36}$/);
  });
});

it("calls at the same time each get their own image, also of clients with one token and the same request ids", async () => {
  const clients = await Promise.all([connectMcp(test), connectMcp(test)]);
  const prompts = ["red", "green"];
  const results = await Promise.all(
    clients.flatMap((one) =>
      prompts.map((prompt) => one.call("generate_image", { ...small, prompt, seed: 1 })),
    ),
  );
  expect(results.map(({ data }) => (data["settings"] as { prompt: string }).prompt)).toEqual([
    ...prompts,
    ...prompts,
  ]);
  expect(new Set(results.map(({ data }) => data["job"])).size).toBe(4);
  await Promise.all(clients.map((one) => one.close()));
});

describe("a job", () => {
  it("belongs to the token of the caller", async () => {
    const { token } = await test.createToken("assistant", ["generate"]);
    const client = await connectMcp(test, token);
    const { data } = await client.call("generate_image", { ...small, prompt: "owned" });
    expect((await test.call("GET", `/v1/jobs/${String(data["job"])}`)).json()["owner"]).toBe("assistant");
    await client.close();
  });

  it("is cancelled when its call is, and no other is", async () => {
    const [first, second] = await Promise.all([connectMcp(test), connectMcp(test)]);
    const cancelling = new AbortController();
    const one = first.call("generate_image", { ...endless, prompt: "one" }, { signal: cancelling.signal });
    one.catch(() => undefined);
    const other = second.call("generate_image", { ...endless, prompt: "other" });
    const job = await jobOf("one");
    cancelling.abort();
    await whenInterrupted(job);
    const left = await jobOf("other");
    expect(await stateOf(left)).toBe("running");
    // Another client cancels it by its id.
    await first.call("cancel_job", { job: left.id });
    const { isError, text } = await other;
    expect([isError, text]).toEqual([true, "The job was cancelled by the caller."]);
    await expect(one).rejects.toThrow();
    await Promise.all([first.close(), second.close()]);
  });

  it("is cancelled by a notification of its own token and session alone", async () => {
    const { token } = await test.createToken("same name", ["generate"]);
    const other = await test.createToken("same name", ["generate"]);
    const session = { "mcp-session-id": "shared" };
    const cancel = message("notifications/cancelled", { requestId: 7 }, null);
    const call = message(
      "tools/call",
      { name: "generate_image", arguments: { ...endless, prompt: "mine" } },
      7,
    );
    const reply = post(call, session, token);
    const job = await jobOf("mine");
    await post(cancel, session, other.token);
    await post(cancel, { "mcp-session-id": "another" }, token);
    await post(cancel, {}, token);
    await test.call("DELETE", "/mcp", { headers: session, token: other.token });
    expect(await stateOf(job)).toBe("running");
    expect((await post(cancel, session, token)).status).toBe(202);
    await whenInterrupted(job);
    expect((await reply).bytes.toString()).toContain("The job was cancelled");
  });

  it("is not even begun when its cancellation was faster", async () => {
    const session = { "mcp-session-id": "fast" };
    await post(message("notifications/cancelled", { requestId: 9 }, null), session);
    const call = message(
      "tools/call",
      { name: "generate_image", arguments: { ...endless, prompt: "fast" } },
      9,
    );
    expect((await post(call, session)).bytes.toString()).toContain('"isError":true');
    expect((await jobs("running")).map(({ request }) => request?.params?.["prompt"])).not.toContain("fast");
  });

  it.each(["the connection is closed", "the token is revoked"])("is cancelled when %s", async (way) => {
    const { token, id } = await test.createToken("leaving", ["generate"]);
    const leaving = new AbortController();
    const reply = fetch(`${test.server.url}/mcp`, {
      method: "POST",
      headers: { ...accept, "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify(
        message("tools/call", { name: "generate_image", arguments: { ...endless, prompt: way } }),
      ),
      signal: leaving.signal,
    }).then((response) => response.text());
    reply.catch(() => undefined);
    const job = await jobOf(way);
    if (way === "the token is revoked") await test.call("DELETE", `/v1/tokens/${id}`);
    else leaving.abort();
    await whenInterrupted(job);
    await expect(reply).rejects.toThrow();
  });

  it("goes on when its call has returned before the end", async () => {
    const client = await connectMcp(test);
    const { data } = await client.call("generate_image", { ...endless, prompt: "long", wait_seconds: 1 });
    expect(data["ended"]).toBe(false);
    await client.close();
    const job = await jobOf("long");
    expect(job.id).toBe(data["job"]);
    await test.call("POST", `/v1/jobs/${job.id}/cancel`, { body: {} });
    await whenInterrupted(job);
  });
});
