// What goes to the token endpoint for each grant, and what an answer becomes.

import { createFakeClock } from "@pictor/kernel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import { clientCredentials, exchangeCode, password, pollDevice, refresh } from "./grants.js";
import type { Wire } from "./types.js";
import { failure, fakeProvider, formOf, nowMs, printed, setting, testWire } from "./wire.test.support.js";
import type { FakeProvider } from "./wire.test.support.js";

let provider: FakeProvider;
beforeAll(async () => {
  provider = await fakeProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  (provider.seen as unknown[]).length = 0;
  provider.answer({ body: good });
});

const good = { access_token: "t", token_type: "Bearer" };
const own = (fields: Partial<Fields> = {}) =>
  setting({ tokenUrl: `${provider.url}/token?tenant=a`, ...fields });
const code = {
  parameters: new URLSearchParams({ code: "the-code", state: "s" }),
  redirectUri: "http://localhost:17823/callback",
  verifier: "v".repeat(43),
  state: "s",
  nonce: undefined,
};
const last = () => Object.fromEntries(formOf(provider.seen.at(-1)!));

/** Every grant, with the parameters that are its own. */
const grants: readonly [string, (fields?: Partial<Fields>, wire?: Wire) => Promise<unknown>, object][] = [
  [
    "client credentials",
    (fields, wire = testWire()) => clientCredentials(own(fields), wire),
    { grant_type: "client_credentials" },
  ],
  [
    "password",
    (fields, wire = testWire()) => password(own({ username: " ü ", password: " p+&%\n ", ...fields }), wire),
    { grant_type: "password", username: " ü ", password: " p+&%\n " },
  ],
  [
    "authorization code",
    (fields, wire = testWire()) => exchangeCode(own(fields), code, wire),
    {
      grant_type: "authorization_code",
      code: "the-code",
      redirect_uri: code.redirectUri,
      code_verifier: code.verifier,
    },
  ],
  [
    "refresh",
    (fields, wire = testWire()) => refresh(own(fields), "the-refresh", undefined, wire),
    { grant_type: "refresh_token", refresh_token: "the-refresh" },
  ],
  [
    "device code",
    (fields, wire = testWire()) => pollDevice(own(fields), "the-device", wire),
    { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: "the-device" },
  ],
];

describe.each(grants)("%s", (_name, run, parameters) => {
  it("is one POST of a form, with nothing in the address", async () => {
    await run();
    expect(provider.seen).toHaveLength(1);
    const [seen] = provider.seen;
    expect([seen!.method, seen!.path]).toEqual(["POST", "/token?tenant=a"]);
    expect(seen!.headers).toMatchObject({
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
      accept: "application/json",
    });
    expect(seen!.headers).not.toHaveProperty("cookie");
    expect(last()).toEqual({ ...parameters, client_id: "my-client" });
    expect(formOf(seen!)).toHaveLength(Object.keys(last()).length);
  });

  it("carries audience, resources and parameters of the setting", async () => {
    await run({
      audience: "https://api.example",
      resource: ["https://a.example/", "urn:b", ""],
      tokenParameters: [
        { name: "x", value: "1" },
        { name: "x", value: "2" },
        { name: "empty", value: "" },
        { name: "", value: "nameless" },
      ],
    });
    const form = formOf(provider.seen[0]!);
    expect(form).toEqual(
      expect.arrayContaining([
        ["audience", "https://api.example"],
        ["resource", "https://a.example/"],
        ["resource", "urn:b"],
        ["x", "1"],
        ["x", "2"],
      ]),
    );
    expect(form.filter(([name, value]) => name === "" || value === "")).toEqual([]);
  });

  it("carries headers of the setting, each once", async () => {
    await run({
      tokenHeaders: [
        { name: "Origin", value: "https://app.example" },
        { name: "ACCEPT", value: "text/x" },
        { name: "X-Empty", value: "" },
      ],
    });
    expect(provider.seen[0]!.headers).toMatchObject({ origin: "https://app.example", accept: "text/x" });
    expect(provider.seen[0]!.headers).not.toHaveProperty("x-empty");
  });

  it.each([
    "grant_type",
    "client_id",
    "code",
    "redirect_uri",
    "code_verifier",
    "refresh_token",
    "device_code",
    "client_secret",
    "client_assertion",
    "client_assertion_type",
  ])("lets no parameter of the setting take the place of %s", async (name) => {
    const error = await failure(() => run({ tokenParameters: [{ name, value: "CANARY" }] }));
    expect([error.code, error.details["where"]]).toEqual(["AUTH_SETTING_INVALID", "oauth2.tokenParameters"]);
    expect([error.message.includes("CANARY"), provider.seen.length]).toEqual([false, 0]);
  });

  it.each(["Authorization", "content-type", "Content-Length", "host"])(
    "lets no header of the setting take the place of %s",
    async (name) => {
      const error = await failure(() => run({ tokenHeaders: [{ name, value: "CANARY" }] }));
      expect([error.code, error.details["where"]]).toEqual(["AUTH_SETTING_INVALID", "oauth2.tokenHeaders"]);
      expect([printed(error).includes("CANARY"), provider.seen.length]).toEqual([false, 0]);
    },
  );

  it.each(["relative", "https://a.example/#fragment"])("refuses the resource %s", async (resource) => {
    const error = await failure(() => run({ resource: [resource] }));
    expect([error.code, error.details["where"]]).toEqual(["AUTH_SETTING_INVALID", "oauth2.resource"]);
  });

  it("goes to no endpoint without TLS on another machine", async () => {
    const error = await failure(() => run({ tokenUrl: "http://as.example/token" }));
    expect([error.code, error.details["field"]]).toEqual(["OAUTH_ENDPOINT_REFUSED", "tokenUrl"]);
  });

  it("is not sent again, whatever comes back", async () => {
    for (const status of [302, 400, 401, 429, 500, 503]) {
      provider.answer({
        status,
        headers: { location: "/elsewhere", "retry-after": "0" },
        body: { error: "x" },
      });
      await run().catch(() => undefined);
    }
    expect(provider.seen).toHaveLength(6);
  });

  it("rejects with the reason of a cancel", async () => {
    const reason = new Error("enough");
    await expect(run({}, testWire({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
  });
});

describe("the scopes", () => {
  const scopes = "  a \t b\n";

  it("are sent for client credentials and password, with one space between", async () => {
    await clientCredentials(own({ scopes }), testWire());
    expect(last()["scope"]).toBe("a b");
    await password(own({ scopes, username: "u" }), testWire());
    expect(last()["scope"]).toBe("a b");
  });

  it("are not repeated for a code, a device code or a refresh", async () => {
    await exchangeCode(own({ scopes }), code, testWire());
    await pollDevice(own({ scopes }), "d", testWire());
    await refresh(own({ scopes }), "r", undefined, testWire());
    expect(provider.seen.map(({ body }) => body.includes("scope"))).toEqual([false, false, false]);
  });

  it("of a refresh can be narrowed", async () => {
    await refresh(own({ scopes }), "r", "a", testWire());
    expect(last()["scope"]).toBe("a");
  });

  it.each([
    ["a b", "b a", []],
    ["a b", undefined, []],
    ["", "a", []],
    ["a b", "a,b", []],
    ["a b", "a", [expect.stringMatching(/Other scopes .*: a\./)]],
    ["a", "a b", [expect.stringMatching(/Other scopes .*: a b\./)]],
  ])("asked for as %j and granted as %j", async (asked, granted, notes) => {
    provider.answer({ body: { ...good, scope: granted } });
    const answer = await clientCredentials(own({ scopes: asked }), testWire());
    expect([answer.scope, answer.notes]).toEqual([granted, notes]);
  });
});

describe("an answer", () => {
  it("counts its life from before the request", async () => {
    provider.answer({ body: { ...good, expires_in: 90.5 } });
    const [clock, { send }] = [createFakeClock(nowMs), testWire()];
    const slow: Wire["send"] = async (request, options) => {
      await clock.advance(5_000);
      return send(request, options);
    };
    const answer = await clientCredentials(own(), testWire({ clock, send: slow }));
    expect([answer.requestedAtMs, answer.expiresAtMs]).toEqual([nowMs, nowMs + 90_500]);
  });

  it("without a life has none", async () => {
    expect((await clientCredentials(own(), testWire())).expiresAtMs).toBeNull();
  });

  it("with a new refresh token replaces the old one, and without keeps it", async () => {
    expect((await refresh(own(), "old", undefined, testWire())).refreshToken).toBe("old");
    provider.answer({ body: { ...good, refresh_token: null } });
    expect((await refresh(own(), "old", undefined, testWire())).refreshToken).toBe("old");
    provider.answer({ body: { ...good, refresh_token: "new" } });
    expect((await refresh(own(), "old", undefined, testWire())).refreshToken).toBe("new");
  });

  it("of another type is kept, and explained", async () => {
    provider.answer({ body: { ...good, token_type: "N_A" } });
    const answer = await clientCredentials(own(), testWire());
    expect([answer.accessToken, answer.tokenType]).toEqual(["t", "N_A"]);
    expect(answer.notes).toEqual([expect.stringMatching(/type N_A, not Bearer/)]);
  });

  it("is under the key that the setting names", async () => {
    provider.answer({ body: { data: good } });
    expect((await clientCredentials(own({ wrappedResponse: "data" }), testWire())).accessToken).toBe("t");
  });

  it("without an ID token says so when that is what is used", async () => {
    const answer = await clientCredentials(own({ use: "id_token" }), testWire());
    expect([answer.idToken, answer.notes]).toEqual([undefined, [expect.stringMatching(/no ID token/)]]);
  });

  it("to a password says that this grant is deprecated", async () => {
    expect((await password(own({ username: "u" }), testWire())).notes).toEqual([
      expect.stringMatching(/deprecated/),
    ]);
  });

  it("over http from another machine says so", async () => {
    const { send } = testWire();
    const elsewhere: Wire["send"] = (request, options) => send({ ...request, url: provider.url }, options);
    const fields = { tokenUrl: "http://as.example/token", allowInsecure: true };
    const answer = await clientCredentials(own(fields), testWire({ send: elsewhere }));
    expect(answer.notes).toEqual([expect.stringMatching(/tokenUrl uses http/)]);
  });

  it.each(["a\r\nX-Admin: 1", "a\u0000", "tökën", "\u007f", "a\tb"])(
    "with the token %j is refused, without an echo",
    async (token) => {
      provider.answer({ body: { ...good, access_token: `CANARY${token}` } });
      const error = await failure(() => clientCredentials(own(), testWire()));
      expect(error.code).toBe("OAUTH_TOKEN_UNUSABLE");
      expect(printed(error)).not.toContain("CANARY");
    },
  );

  it.each([
    ["none", {}],
    ["an empty one", { access_token: "" }],
    ["a number", { access_token: 1 }],
  ])("without a token that is a text (%s) is refused", async (_situation, body) => {
    provider.answer({ body });
    const error = await failure(() => clientCredentials(own(), testWire()));
    expect([error.code, error.details["problem"]]).toEqual([
      "OAUTH_RESPONSE_INVALID",
      expect.stringMatching(/^"access_token" must/),
    ]);
  });
});
