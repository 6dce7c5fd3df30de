// The authorization code flow from its start to each possible end, with real loopback sockets.

import { inspect } from "node:util";
import { settlePromises } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import {
  completeFlow,
  followCallback,
  httpRequest,
  startFlow,
  callbackUrlOf,
  createUser,
  expectPortFree,
  findFreePort,
  occupyPort,
  otherPort,
  portOf,
  openStartPage,
  systemError,
  waitFor,
} from "../testing/authorization-flow.js";
import type { Flow } from "../testing/authorization-flow.js";
import { bindServer } from "./listener.js";
import type { Bind } from "./listener.js";
import { codeChallengeOf } from "./pkce.js";

async function expectReleased(flow: Flow, port: number): Promise<void> {
  await expectPortFree(port);
  expect(flow.clock.pending()).toBe(0);
  expect(flow.user.signals.every((signal) => signal.aborted)).toBe(true);
}
const codeOf = async (flow: Flow) => (await flow.result).code;
const rejectionOf = (flow: Flow) =>
  flow.result.then(
    () => {
      throw new Error("the flow did not reject");
    },
    (error: unknown) => error,
  );

describe("with a browser", () => {
  it("the flow settles with the code and the parameters of its token request, and frees the port", async () => {
    const flow = await startFlow({ scopes: "openid" });
    const sent = await openStartPage(flow);
    const last = await followCallback(callbackUrlOf(sent, { code: "c0de", session_state: "x" }));
    const { code, redirectUri, codeVerifier, nonce, notes } = await flow.result;
    await expectReleased(flow, portOf(flow));
    expect([code, notes]).toEqual(["c0de", []]);
    expect(redirectUri).toBe(`http://localhost:${portOf(flow)}/callback`);
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      redirect_uri: redirectUri,
      state: expect.stringMatching(/^.{22,}$/),
      nonce,
      code_challenge: codeChallengeOf(codeVerifier ?? ""),
      code_challenge_method: "S256",
    });
    expect([last.status, last.body]).toEqual([200, expect.stringMatching(/Pictor/)]);
  });

  it("neither the opened URL nor the log contains state, nonce, code challenge, verifier or code", async () => {
    const flow = await startFlow({ scopes: "openid" });
    const sent = await openStartPage(flow);
    await followCallback(callbackUrlOf(sent, { code: "c0de" }));
    const { codeVerifier } = await flow.result;
    const visible = inspect([flow.user.opened, flow.user.shown, flow.logged], { depth: 9 });
    expect(visible).toContain("provider.example/authorize?response_type=code");
    for (const name of ["state", "code_challenge", "nonce"])
      expect(visible).not.toContain(sent.searchParams.get(name));
    expect(visible).not.toContain(codeVerifier);
    expect(visible).not.toContain("c0de");
  });

  it("a response that the browser is refused is told on the terminal once, without its texts, and the flow still waits", async () => {
    const flow = await startFlow();
    const callback = callbackUrlOf(await openStartPage(flow), { code: "a" });
    const foreign = new URL(callback);
    foreign.searchParams.set("state", "EVIL");
    for (const { status } of [await httpRequest(foreign.href), await httpRequest(foreign.href)])
      expect(status).toBe(400);
    expect(flow.user.shown).toEqual([
      expect.stringContaining(`redirect URI of this sign-in is http://localhost:${portOf(flow)}`),
      expect.stringMatching(/belongs to another sign-in.*still waiting/),
    ]);
    expect(flow.user.shown.join()).not.toContain("EVIL");
    await followCallback(callback);
    expect(await codeOf(flow)).toBe("a");
  });

  it("the start page works once, and neither HEAD nor a prefetch uses it up", async () => {
    const flow = await startFlow();
    const start = flow.user.opened[0] ?? "";
    expect((await httpRequest(start, { method: "HEAD" })).status).toBe(404);
    for (const headers of [{ "sec-purpose": "prefetch;prerender" }, { purpose: "prefetch" }]) {
      const early = await httpRequest(start, { headers });
      expect([early.status, early.headers.location]).toEqual([503, undefined]);
    }
    expect((await completeFlow(flow)).code).toBe("a");
  });

  it.each([
    ["before a response", false],
    ["after a response, before the last page is loaded", true],
  ])("the flow ends if the start page is opened twice: %s", async (_situation, hasResponse) => {
    const flow = await startFlow();
    const sent = await openStartPage(flow);
    const callback = callbackUrlOf(sent, { code: "of-another-user" });
    if (hasResponse) await httpRequest(callback);
    const second = await httpRequest(flow.user.opened[0] ?? "");
    expect([second.status, second.headers.location]).toEqual([410, undefined]);
    expect(second.body).toMatch(/Pictor has ended this sign-in/);
    await expect(flow.result).rejects.toMatchObject({
      code: "OAUTH_CALLBACK_INVALID",
      what: expect.stringMatching(/opened twice/),
    });
    expect(flow.clock.pending()).toBe(0);
  });

  it("the code does not stay in the history, and the callback works once", async () => {
    const flow = await startFlow();
    const callback = callbackUrlOf(await openStartPage(flow), { code: "c0de" });
    const first = await httpRequest(callback);
    expect([first.status, first.headers.location]).toEqual([303, expect.stringMatching(/^\/done\//)]);
    const again = await httpRequest(callback);
    expect([again.status, again.body]).toEqual([410, expect.stringContaining("already used")]);
    await httpRequest(new URL(first.headers.location ?? "", callback).href);
    expect(await codeOf(flow)).toBe("c0de");
  });

  it("the flow waits at most a second for the last page", async () => {
    const flow = await startFlow();
    await httpRequest(callbackUrlOf(await openStartPage(flow), { code: "a" }));
    await flow.clock.advance(1_000);
    expect(await codeOf(flow)).toBe("a");
    await expectReleased(flow, portOf(flow));
  });

  it("there is no code verifier with PKCE off, no nonce without the scope openid, and always a state", async () => {
    const flow = await startFlow({ pkce: false, scopes: "files" });
    const sent = await openStartPage(flow);
    await followCallback(callbackUrlOf(sent, { code: "a" }));
    const { codeVerifier, nonce } = await flow.result;
    expect([codeVerifier, nonce]).toEqual([undefined, undefined]);
    expect(sent.searchParams.get("state")).toMatch(/^.{22,}$/);
  });

  it("with form_post the response is a posted form", async () => {
    const flow = await startFlow({
      authorizationParameters: [{ name: "response_mode", value: "form_post" }],
    });
    const sent = await openStartPage(flow);
    const callback = sent.searchParams.get("redirect_uri") ?? "";
    const body = `code=c0de&state=${sent.searchParams.get("state") ?? ""}`;
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      origin: "https://provider.example",
    };
    const post = (more: Parameters<typeof httpRequest>[1]) =>
      httpRequest(callback, { method: "POST", headers, body, ...more });
    expect((await httpRequest(`${callback}?${body}`)).status).toBe(405);
    expect((await post({ headers: { "content-type": "text/plain" } })).status).toBe(400);
    expect((await post({ body: "code=a&state=b" })).status).toBe(400);
    await post({ body: `${body}&x=${"x".repeat(20_000)}` }).catch(() => undefined);
    const { status, headers: replyHeaders } = await post({});
    expect(status).toBe(303);
    await httpRequest(new URL(replyHeaders.location ?? "", callback).href);
    expect(await codeOf(flow)).toBe("c0de");
    await expectReleased(flow, portOf(flow));
  });
});

describe("the port", () => {
  it.each([
    ["IPv4 only", ["127.0.0.1"], "EADDRINUSE"],
    ["both, by lack of privileges", ["127.0.0.1", "::1"], "EACCES"],
  ])("is another one if 17823 is busy on %s, which is shown to the user", async (_where, hosts, code) => {
    const bind: Bind = (server, port, address) => {
      const isTaken = port === 17_823 && hosts.includes(address);
      return isTaken
        ? Promise.reject(systemError(code))
        : bindServer(server, port === 17_823 ? 0 : port, address);
    };
    const flow = await startFlow({}, { bind });
    const { redirectUri } = await completeFlow(flow);
    expect(redirectUri).toBe(`http://localhost:${portOf(flow)}/callback`);
    expect(flow.user.shown).toEqual([expect.stringContaining(redirectUri)]);
  });

  it("is that of the callback URL, and can be used again right after the end", async () => {
    const port = await findFreePort();
    const callbackUrl = `http://localhost:${port}/cb?tenant=1`;
    for (const code of ["one", "two"]) {
      const flow = await startFlow({ callbackUrl });
      expect(await completeFlow(flow, code)).toMatchObject({ code, redirectUri: callbackUrl, notes: [] });
      await expectReleased(flow, port);
    }
  });

  it("of the callback URL is not replaced if it is busy", async () => {
    const { port, release } = await occupyPort(await findFreePort(), "::1");
    const redirectUri = `http://localhost:${port}/callback`;
    const flow = await startFlow({ callbackUrl: redirectUri });
    expect(await rejectionOf(flow)).toMatchObject({
      code: "OAUTH_CALLBACK_BUSY",
      details: { redirectUri, reason: "EADDRINUSE on ::1" },
    });
    expect(flow.user.opened).toEqual([]);
    await release();
    await expectReleased(flow, port);
  });

  it("is released if a setting is invalid", async () => {
    const port = await findFreePort();
    const authorizationParameters = [{ name: "state", value: "mine" }];
    const flow = await startFlow({ callbackUrl: `http://localhost:${port}/`, authorizationParameters });
    expect(await rejectionOf(flow)).toMatchObject({ code: "AUTH_SETTING_INVALID" });
    await expectReleased(flow, port);
  });
});

it("two flows at once have their own ports and states, and neither ends the other", async () => {
  const [one, two] = [await startFlow(), await startFlow()];
  const [first, second] = [await openStartPage(one), await openStartPage(two)];
  expect(portOf(one)).not.toBe(portOf(two));
  const crossed = new URL(callbackUrlOf(second, { code: "two" }));
  crossed.port = String(portOf(one));
  expect((await httpRequest(crossed.href)).status).toBe(400);
  await followCallback(callbackUrlOf(second, { code: "two" }));
  expect(await codeOf(two)).toBe("two");
  await followCallback(callbackUrlOf(first, { code: "one" }));
  expect(await codeOf(one)).toBe("one");
});

describe("the flow ends with an error", () => {
  it("after an error response", async () => {
    const flow = await startFlow();
    const parameters = { error: "access_denied", error_description: "<b>no</b>" };
    const { status, body } = await httpRequest(callbackUrlOf(await openStartPage(flow), parameters));
    expect([status, body]).toEqual([200, expect.not.stringContaining("<b>")]);
    const message = expect.stringContaining("<b>no</b>") as string;
    expect(await rejectionOf(flow)).toMatchObject({ code: "OAUTH_DENIED", message });
    await expectReleased(flow, portOf(flow));
  });

  it("after a response of another issuer, whatever its content, without state and code in it", async () => {
    for (const parameters of [{ code: "c0de" }, { error: "access_denied" }]) {
      const flow = await startFlow({ issuer: "https://provider.example" });
      const sent = await openStartPage(flow);
      const callback = callbackUrlOf(sent, { ...parameters, iss: "https://evil.example" });
      const { headers } = await httpRequest(callback);
      if (headers.location !== undefined) await httpRequest(new URL(headers.location, callback).href);
      const error = await rejectionOf(flow);
      expect(error).toMatchObject({ code: "OAUTH_ISSUER_MISMATCH" });
      const visible = inspect(error, { depth: 9 }) + JSON.stringify(error);
      for (const secret of ["c0de", sent.searchParams.get("state")]) expect(visible).not.toContain(secret);
      await expectReleased(flow, portOf(flow));
    }
  });
});

it("a warning about the authorization endpoint stays with the code", async () => {
  const flow = await startFlow({
    authorizationUrl: "http://provider.example/authorize",
    allowInsecure: true,
  });
  expect((await completeFlow(flow)).notes).toEqual([expect.stringContaining("authorizationUrl")]);
});

it("without a response the flow ends after five minutes, with the redirect URI to register", async () => {
  const flow = await startFlow();
  await flow.clock.advance(299_999);
  await expect(expectPortFree(portOf(flow))).rejects.toThrow("EADDRINUSE");
  await flow.clock.advance(1);
  const redirectUri = `http://localhost:${portOf(flow)}/callback`;
  expect(await rejectionOf(flow)).toMatchObject({
    code: "OAUTH_TIMEOUT",
    details: { minutes: 5, redirectUri },
  });
  await expectReleased(flow, portOf(flow));
});

describe("a cancellation ends the flow", () => {
  const reason = new Error("cancelled by the test");

  it("before it starts, and nothing listens", async () => {
    const bind: Bind = () => Promise.reject(new Error("tried to listen"));
    const user = createUser(true);
    expect(await rejectionOf(await startFlow({}, { user, bind, signal: AbortSignal.abort(reason) }))).toBe(
      reason,
    );
    expect(user.opened).toEqual([]);
  });

  it("while the port is being bound", async () => {
    const controller = new AbortController();
    let port = 0;
    const bind: Bind = async (server, wanted, address) => {
      await otherPort(server, wanted, address);
      port = (server.address() as { port: number }).port;
      controller.abort(reason);
    };
    const flow = await startFlow({}, { bind, signal: controller.signal });
    expect(await rejectionOf(flow)).toBe(reason);
    expect(flow.user.opened).toEqual([]);
    await expectReleased(flow, port);
  });

  it("while the browser is being opened, and no prompt follows although there is none", async () => {
    const user = createUser(false);
    let decide = (_isOpen: boolean): void => undefined;
    const openUrl = async (url: string) => {
      await user.interaction.openUrl(url);
      return new Promise<boolean>((resolve) => (decide = resolve));
    };
    const flow = await startFlow({}, { user: { ...user, interaction: { ...user.interaction, openUrl } } });
    const shownBefore = user.shown.length;
    flow.cancel(reason);
    expect(await rejectionOf(flow)).toBe(reason);
    await expectReleased(flow, portOf(flow));
    decide(false);
    await settlePromises();
    expect([user.shown.length, user.prompts.length]).toEqual([shownBefore, 0]);
  });

  it.each<[string, boolean, (flow: Flow) => Promise<unknown>]>([
    ["while it waits for the browser", true, openStartPage],
    ["while it prompts, and withdraws the prompt", false, ({ user }) => waitFor(() => !!user.signals[0])],
    [
      "while the browser loads the last page, and the code is not used",
      true,
      async (flow) => httpRequest(callbackUrlOf(await openStartPage(flow), { code: "a" })),
    ],
  ])("%s", async (_situation, hasBrowser, reach) => {
    const flow = await startFlow({}, { user: createUser(hasBrowser) });
    await reach(flow);
    flow.cancel(reason);
    expect(await rejectionOf(flow)).toBe(reason);
    await expectReleased(flow, portOf(flow));
  });

  it("while a form is being posted", async () => {
    const flow = await startFlow({
      authorizationParameters: [{ name: "response_mode", value: "form_post" }],
    });
    const callback = (await openStartPage(flow)).searchParams.get("redirect_uri") ?? "";
    const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": 9 };
    await waitFor(() => flow.clock.pending() === 1);
    const posting = httpRequest(callback, { method: "POST", headers, body: "code" }).catch(() => "ended");
    await waitFor(() => flow.clock.pending() === 2);
    flow.cancel(reason);
    expect([await rejectionOf(flow), await posting]).toEqual([reason, "ended"]);
    await expectReleased(flow, portOf(flow));
  });
});

it("the flow rejects with the error of the host if opening a browser fails", async () => {
  const broken = new Error("no host");
  const user = createUser(true);
  const interaction = { ...user.interaction, openUrl: () => Promise.reject(broken) };
  expect(await rejectionOf(await startFlow({}, { user: { ...user, interaction } }))).toBe(broken);
});
