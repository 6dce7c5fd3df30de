// The flow from its beginning to each of its endings, with real sockets on loopback.

import { inspect } from "node:util";
import { settle } from "@pictor/kernel/testing";
import { describe, expect, it } from "vitest";
import {
  arrive,
  ask,
  begin,
  callbackOf,
  createPerson,
  expectFree,
  freePort,
  occupy,
  otherPort,
  portOf,
  startedUrl,
  systemError,
  waitFor,
} from "./authorize.test.support.js";
import type { Flow } from "./authorize.test.support.js";
import { bindServer } from "./listener.js";
import type { Bind } from "./listener.js";
import { challengeOf } from "./pkce.js";

async function expectReleased(flow: Flow, port: number): Promise<void> {
  await expectFree(port);
  expect(flow.clock.pending()).toBe(0);
  expect(flow.person.signals.every((signal) => signal.aborted)).toBe(true);
}
const codeOf = async (flow: Flow) => (await flow.result).parameters.get("code");
const rejected = (flow: Flow) =>
  flow.result.then(
    () => {
      throw new Error("it did not reject");
    },
    (error: unknown) => error,
  );

describe("with a browser", () => {
  it("ends with the code and all that its exchange needs; the port is free at once", async () => {
    const flow = await begin({ scopes: "openid" });
    const sent = await startedUrl(flow);
    const last = await arrive(callbackOf(sent, { code: "c0de", session_state: "x" }));
    const exchange = await flow.result;
    const { redirectUri, verifier, state, nonce, notes } = exchange;
    await expectReleased(flow, portOf(flow));
    expect([...exchange.parameters]).toEqual([
      ["code", "c0de"],
      ["state", state],
    ]);
    expect(redirectUri).toBe(`http://localhost:${portOf(flow)}/callback`);
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      redirect_uri: redirectUri,
      state,
      nonce,
      code_challenge: challengeOf(verifier ?? ""),
      code_challenge_method: "S256",
    });
    expect(notes).toHaveLength(1);
    expect([last.status, last.body]).toEqual([200, expect.stringMatching(/Pictor.*close this window/s)]);
  });

  it("opens an address that tells nothing, and logs one without what binds the answer", async () => {
    const flow = await begin({ scopes: "openid" });
    const sent = await startedUrl(flow);
    await arrive(callbackOf(sent, { code: "c0de" }));
    const { verifier } = await flow.result;
    const told = inspect([flow.person.opened, flow.person.shown, flow.logged], { depth: 9 });
    expect(told).toContain("provider.example/authorize?response_type=code");
    for (const name of ["state", "code_challenge", "nonce"])
      expect(told).not.toContain(sent.searchParams.get(name));
    expect(told).not.toContain(verifier);
    expect(told).not.toContain("c0de");
  });

  it("sends the browser on once; who only gets ready, or looks, does not use that up", async () => {
    const flow = await begin();
    const start = flow.person.opened[0] ?? "";
    expect((await ask(start, { method: "HEAD" })).status).toBe(404);
    for (const headers of [{ "sec-purpose": "prefetch;prerender" }, { purpose: "prefetch" }]) {
      const early = await ask(start, { headers });
      expect([early.status, early.headers.location]).toEqual([503, undefined]);
    }
    await arrive(callbackOf(await startedUrl(flow), { code: "a" }));
    expect(await codeOf(flow)).toBe("a");
  });

  it.each([
    ["before an answer", false],
    ["after an answer whose last page is not fetched yet", true],
  ])("ends when the start page is opened twice: %s", async (_situation, isAnswered) => {
    const flow = await begin();
    const sent = await startedUrl(flow);
    const callback = callbackOf(sent, { code: "of-somebody-else" });
    if (isAnswered) await ask(callback);
    const second = await ask(flow.person.opened[0] ?? "");
    expect([second.status, second.headers.location]).toEqual([410, undefined]);
    expect(second.body).toMatch(/Pictor has ended this sign-in.*close this window/s);
    await expect(flow.result).rejects.toMatchObject({
      code: "OAUTH_CALLBACK_INVALID",
      what: expect.stringMatching(/opened twice.*somebody else on this machine/),
    });
    expect(flow.clock.pending()).toBe(0);
  });

  it("keeps the code out of the history, and answers once", async () => {
    const flow = await begin();
    const callback = callbackOf(await startedUrl(flow), { code: "c0de" });
    const first = await ask(callback);
    expect([first.status, first.headers.location]).toEqual([303, expect.stringMatching(/^\/done\//)]);
    const again = await ask(callback);
    expect([again.status, again.body]).toEqual([410, expect.stringContaining("already used")]);
    await ask(new URL(first.headers.location ?? "", callback).href);
    expect(await codeOf(flow)).toBe("c0de");
  });

  it("does not wait longer than a second for the browser's last page", async () => {
    const flow = await begin();
    await ask(callbackOf(await startedUrl(flow), { code: "a" }));
    await flow.clock.advance(1_000);
    expect(await codeOf(flow)).toBe("a");
    await expectReleased(flow, portOf(flow));
  });

  it("has no proof key with PKCE off, no nonce without the scope openid, and always a state", async () => {
    const flow = await begin({ pkce: false, scopes: "files" });
    await arrive(callbackOf(await startedUrl(flow), { code: "a" }));
    const { verifier, nonce, state } = await flow.result;
    expect([verifier, nonce, state]).toEqual([undefined, undefined, expect.stringMatching(/^.{22,}$/)]);
  });

  it("has new secrets in every flow", async () => {
    const flows = [await begin({ scopes: "openid" }), await begin({ scopes: "openid" })];
    for (const flow of flows) await arrive(callbackOf(await startedUrl(flow), { code: "a" }));
    const [one, two] = await Promise.all(flows.map(({ result }) => result));
    for (const name of ["state", "nonce", "verifier"] as const) expect(one?.[name]).not.toBe(two?.[name]);
  });

  it("takes the answer as a posted form where that is asked for", async () => {
    const flow = await begin({ authorizationParameters: [{ name: "response_mode", value: "form_post" }] });
    const sent = await startedUrl(flow);
    const callback = sent.searchParams.get("redirect_uri") ?? "";
    const body = `code=c0de&state=${sent.searchParams.get("state") ?? ""}`;
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      origin: "https://provider.example",
    };
    const post = (more: Parameters<typeof ask>[1]) =>
      ask(callback, { method: "POST", headers, body, ...more });
    expect((await ask(`${callback}?${body}`)).status).toBe(405);
    expect((await post({ headers: { "content-type": "text/plain" } })).status).toBe(400);
    expect((await post({ body: "code=a&state=b" })).status).toBe(400);
    await post({ body: `${body}&x=${"x".repeat(20_000)}` }).catch(() => undefined);
    const { status, headers: sentBack } = await post({});
    expect(status).toBe(303);
    await ask(new URL(sentBack.location ?? "", callback).href);
    expect(await codeOf(flow)).toBe("c0de");
    await expectReleased(flow, portOf(flow));
  });
});

describe("the port", () => {
  it("is 17823, and another one where that is taken by then", async () => {
    const flow = await begin({}, { bind: bindServer });
    await arrive(callbackOf(await startedUrl(flow), { code: "a" }));
    const { redirectUri, notes } = await flow.result;
    const port = notes.length === 0 ? 17_823 : portOf(flow);
    expect(redirectUri).toBe(`http://localhost:${port}/callback`);
  });

  it.each([
    ["IPv4 only", ["127.0.0.1"], "EADDRINUSE"],
    ["IPv6 only", ["::1"], "EADDRINUSE"],
    ["both", ["127.0.0.1", "::1"], "EADDRINUSE"],
    ["both, by the system", ["127.0.0.1", "::1"], "EACCES"],
  ])(
    "is another one when the usual one is taken on %s, and the person is told",
    async (_where, hosts, code) => {
      const bind: Bind = (server, port, address) => {
        const isTaken = port === 17_823 && hosts.includes(address);
        return isTaken
          ? Promise.reject(systemError(code))
          : bindServer(server, port === 17_823 ? 0 : port, address);
      };
      const flow = await begin({}, { bind });
      await arrive(callbackOf(await startedUrl(flow), { code: "a" }));
      const { notes, redirectUri } = await flow.result;
      expect(redirectUri).toBe(`http://localhost:${portOf(flow)}/callback`);
      expect(notes).toEqual([expect.stringContaining(redirectUri)]);
      expect(flow.person.shown).toEqual(notes);
    },
  );

  it("is the one of the callback URL, and can be had again at once after the end", async () => {
    const port = await freePort();
    const callbackUrl = `http://localhost:${port}/cb?tenant=1`;
    for (const code of ["one", "two"]) {
      const flow = await begin({ callbackUrl });
      await arrive(callbackOf(await startedUrl(flow), { code }));
      expect(await flow.result).toMatchObject({ redirectUri: callbackUrl, notes: [] });
      expect(await codeOf(flow)).toBe(code);
      await expectReleased(flow, port);
    }
  });

  it.each(["127.0.0.1", "[::1]"])("is listened on at %s when the callback URL says so", async (host) => {
    const flow = await begin({ callbackUrl: `http://${host}:${await freePort()}/` });
    expect(flow.person.opened[0]).toContain(`http://${host}:`);
    await arrive(callbackOf(await startedUrl(flow), { code: "a" }));
    expect(await codeOf(flow)).toBe("a");
  });

  it("serves IPv4 alone on a machine without IPv6", async () => {
    const bind: Bind = (server, port, address) =>
      address === "::1" ? Promise.reject(systemError("EADDRNOTAVAIL")) : otherPort(server, port, address);
    const flow = await begin({}, { bind });
    await arrive(callbackOf(await startedUrl(flow), { code: "a" }));
    expect(await codeOf(flow)).toBe("a");
  });

  it.each(["127.0.0.1", "::1"])(
    "is not exchanged for another one than that of the callback URL: %s",
    async (host) => {
      const { port, free } = await occupy(await freePort(), host);
      const redirectUri = `http://localhost:${port}/callback`;
      const flow = await begin({ callbackUrl: redirectUri });
      expect(await rejected(flow)).toMatchObject({
        code: "OAUTH_CALLBACK_BUSY",
        details: { redirectUri, reason: `EADDRINUSE on ${host}` },
      });
      expect(flow.person.opened).toEqual([]);
      await free();
      await expectReleased(flow, port);
    },
  );

  it("is given back when the setting turns out to be wrong", async () => {
    const port = await freePort();
    const authorizationParameters = [{ name: "state", value: "mine" }];
    const flow = await begin({ callbackUrl: `http://localhost:${port}/`, authorizationParameters });
    expect(await rejected(flow)).toMatchObject({ code: "AUTH_SETTING_INVALID" });
    await expectReleased(flow, port);
  });
});

describe("two flows at once", () => {
  it("have ports and states of their own, and none ends the other", async () => {
    const [one, two] = [await begin(), await begin()];
    const [first, second] = [await startedUrl(one), await startedUrl(two)];
    expect(portOf(one)).not.toBe(portOf(two));
    const crossed = new URL(callbackOf(second, { code: "two" }));
    crossed.port = String(portOf(one));
    expect((await ask(crossed.href)).status).toBe(400);
    await arrive(callbackOf(second, { code: "two" }));
    expect(await codeOf(two)).toBe("two");
    await arrive(callbackOf(first, { code: "one" }));
    expect(await codeOf(one)).toBe("one");
  });

  it("cannot share one callback URL", async () => {
    const callbackUrl = `http://localhost:${await freePort()}/callback`;
    const [one, two] = [await begin({ callbackUrl }), await begin({ callbackUrl })];
    expect(await rejected(two)).toMatchObject({ code: "OAUTH_CALLBACK_BUSY" });
    await arrive(callbackOf(await startedUrl(one), { code: "one" }));
    expect(await codeOf(one)).toBe("one");
  });
});

describe("the provider says no", () => {
  it.each([
    ["access_denied", "OAUTH_DENIED"],
    ["invalid_scope", "OAUTH_REFUSED"],
  ])("%s", async (error, code) => {
    const flow = await begin();
    const { status, body } = await ask(
      callbackOf(await startedUrl(flow), { error, error_description: "<b>no</b>" }),
    );
    expect([status, body]).toEqual([200, expect.not.stringContaining("<b>")]);
    expect(await rejected(flow)).toMatchObject({ code, message: expect.stringContaining("<b>no</b>") });
    await expectReleased(flow, portOf(flow));
  });

  it("or is another one than expected: refused, whatever it says", async () => {
    for (const answer of [{ code: "a" }, { error: "access_denied" }]) {
      const flow = await begin({ issuer: "https://provider.example" });
      const callback = callbackOf(await startedUrl(flow), { ...answer, iss: "https://evil.example" });
      const { headers } = await ask(callback);
      if (headers.location !== undefined) await ask(new URL(headers.location, callback).href);
      expect(await rejected(flow)).toMatchObject({ code: "OAUTH_ISSUER_MISMATCH" });
      await expectReleased(flow, portOf(flow));
    }
  });

  it("or does not name itself although it announces that", async () => {
    const flow = await begin({}, { issuerIsAnnounced: true });
    await arrive(callbackOf(await startedUrl(flow), { code: "a" }));
    expect(await rejected(flow)).toMatchObject({ code: "OAUTH_CALLBACK_INVALID" });
  });

  it("in an error without state, code or verifier in it", async () => {
    const flow = await begin();
    const sent = await startedUrl(flow);
    await arrive(callbackOf(sent, { code: "c0de", iss: "https://evil.example" }));
    const error = await rejected(flow);
    const told = inspect(error, { depth: 9 }) + JSON.stringify(error);
    expect(told).not.toContain(sent.searchParams.get("state"));
    expect(told).not.toContain("c0de");
  });

  it("and a good issuer is passed on", async () => {
    const flow = await begin({ issuer: "https://i.example" }, { issuerIsAnnounced: true });
    await arrive(callbackOf(await startedUrl(flow), { code: "a", iss: "https://i.example" }));
    expect((await flow.result).parameters.get("iss")).toBe("https://i.example");
  });
});

describe("nobody comes back", () => {
  it("ends after five minutes, naming the redirect URI to register", async () => {
    const flow = await begin();
    await flow.clock.advance(299_999);
    await expect(expectFree(portOf(flow))).rejects.toThrow("EADDRINUSE");
    await flow.clock.advance(1);
    const redirectUri = `http://localhost:${portOf(flow)}/callback`;
    expect(await rejected(flow)).toMatchObject({
      code: "OAUTH_TIMEOUT",
      details: { minutes: 5, redirectUri },
    });
    await expectReleased(flow, portOf(flow));
  });

  it("or after what was asked for", async () => {
    const flow = await begin({}, { timeoutMs: 90_000 });
    await flow.clock.advance(90_000);
    expect(await rejected(flow)).toMatchObject({ details: { minutes: 1.5 } });
  });
});

describe("cancelled", () => {
  const reason = new Error("cancelled by the test");

  it("before it began: nothing is listened on", async () => {
    const bind: Bind = () => Promise.reject(new Error("it was tried"));
    const person = createPerson(true);
    expect(await rejected(await begin({}, { person, bind, signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(person.opened).toEqual([]);
  });

  it("while the port is being taken", async () => {
    const controller = new AbortController();
    let port = 0;
    const bind: Bind = async (server, wanted, address) => {
      await otherPort(server, wanted, address);
      port = (server.address() as { port: number }).port;
      controller.abort(reason);
    };
    const flow = await begin({}, { bind, signal: controller.signal });
    expect(await rejected(flow)).toBe(reason);
    expect(flow.person.opened).toEqual([]);
    await expectReleased(flow, port);
  });

  it("while the browser is being opened, which may take for ever", async () => {
    const person = createPerson(true);
    const openUrl = async (url: string) => {
      await person.interaction.openUrl(url);
      return new Promise<boolean>(() => undefined);
    };
    const flow = await begin({}, { person: { ...person, interaction: { ...person.interaction, openUrl } } });
    flow.cancel(reason);
    expect(await rejected(flow)).toBe(reason);
    await expectReleased(flow, portOf(flow));
  });

  it("before it turns out that no browser can be opened: nothing is asked any more", async () => {
    const person = createPerson(false);
    let decide = (_isOpen: boolean): void => undefined;
    const openUrl = async (url: string) => {
      await person.interaction.openUrl(url);
      return new Promise<boolean>((resolve) => (decide = resolve));
    };
    const flow = await begin({}, { person: { ...person, interaction: { ...person.interaction, openUrl } } });
    const told = person.shown.length;
    flow.cancel(reason);
    expect(await rejected(flow)).toBe(reason);
    decide(false);
    await settle();
    expect([person.shown.length, person.prompts.length]).toEqual([told, 0]);
  });

  it("while it waits", async () => {
    const flow = await begin();
    await startedUrl(flow);
    flow.cancel(reason);
    expect(await rejected(flow)).toBe(reason);
    await expectReleased(flow, portOf(flow));
  });

  it("while it asks: the question is taken back", async () => {
    const flow = await begin({}, { person: createPerson(false) });
    await waitFor(() => flow.person.signals.length === 1);
    flow.cancel(reason);
    expect(await rejected(flow)).toBe(reason);
    await expectReleased(flow, portOf(flow));
  });

  it("while the browser fetches its last page: the code is not used", async () => {
    const flow = await begin();
    await ask(callbackOf(await startedUrl(flow), { code: "a" }));
    flow.cancel(reason);
    expect(await rejected(flow)).toBe(reason);
    await expectReleased(flow, portOf(flow));
  });

  it("while a form is being posted", async () => {
    const flow = await begin({ authorizationParameters: [{ name: "response_mode", value: "form_post" }] });
    const callback = (await startedUrl(flow)).searchParams.get("redirect_uri") ?? "";
    const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": 9 };
    await waitFor(() => flow.clock.pending() === 1);
    const posting = ask(callback, { method: "POST", headers, body: "code" }).catch(() => "ended");
    await waitFor(() => flow.clock.pending() === 2);
    flow.cancel(reason);
    expect([await rejected(flow), await posting]).toEqual([reason, "ended"]);
    await expectReleased(flow, portOf(flow));
  });
});

it("ends with the host's fault when the host cannot even try to open a browser", async () => {
  const broken = new Error("no host");
  const person = createPerson(true);
  const interaction = { ...person.interaction, openUrl: () => Promise.reject(broken) };
  expect(await rejected(await begin({}, { person: { ...person, interaction } }))).toBe(broken);
});
