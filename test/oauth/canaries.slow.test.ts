// No secret appears in anything that is shown, logged or written, from the first sign-in to rejected requests.

import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Reply } from "@pictor/host";
import { asShown } from "../requests/lab.test.support.js";
import {
  createTestBeds,
  grantTypes,
  tokenLifetimeMs,
  secrets,
  type GrantType,
  type TestBed,
} from "./test-bed.test.support.js";

const beds = createTestBeds();

/** Tokens that hostile responses contain besides the echoed request. */
const hostileTokens = {
  access_token: "CANARY-access",
  refresh_token: "CANARY-refresh",
  id_token: "CANARY-id",
};

/** A test bed that collects every secret, and searches for them in everything that was shown. */
async function openWithSecretSearch(grantType: GrantType) {
  const bed = await beds.open();
  const { pictor, profiles, folder, user, api, log } = bed;
  const known = new Set<string>([...Object.values(secrets), ...Object.values(hostileTokens)]);
  const stored = new Set<string>();
  const shownValues: unknown[] = [];
  pictor.hooks.beforeSend.tap({ band: "observe" }, (request) => void shownValues.push(request));

  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const collectSecrets = (): void => {
    api.tokens.forEach((token) => known.add(token));
    for (const { authorizationUrl, callback } of user.signIns)
      for (const { searchParams } of [new URL(authorizationUrl), new URL(callback)])
        for (const name of ["state", "nonce", "code_challenge", "code"])
          if (searchParams.has(name)) known.add(searchParams.get(name) ?? "");
    const file = JSON.parse(read("secrets.json")) as { readonly secrets: Readonly<Record<string, string>> };
    for (const [key, value] of Object.entries(file.secrets))
      if (key.startsWith("plugin/auth-oauth2/")) {
        const { accessToken, refreshToken, idToken } = JSON.parse(value) as Readonly<Record<string, string>>;
        for (const token of [accessToken, refreshToken, idToken]) if (token !== undefined) stored.add(token);
      }
    stored.forEach((token) => known.add(token));
  };
  const shownOf = ({ status, url, hops, notes }: Reply) => ({ status, url, hops, notes });
  await bed.save("work", grantType);
  return {
    ...bed,
    known,
    /** Records the result of some work, and the view of the profile afterwards. */
    async record(work: () => Promise<unknown>): Promise<void> {
      const result = await work().catch((error: unknown) => error);
      shownValues.push(result instanceof Object && "hops" in result ? shownOf(result as Reply) : result);
      shownValues.push(await profiles.view("work"));
      collectSecrets();
    },
    findLeaks(): readonly string[] {
      const files = readdirSync(folder).filter((name) => !name.startsWith("secrets.json"));
      expect(files).toContain("pictor.json");
      // A stored token must be redacted wherever it appears.
      const redacted = pictor.redact([...stored].join(" "));
      const shown = [log, user.texts, files.map(read), redacted, ...shownValues].map(asShown).join("\n");
      return [...known].filter((secret) => spellings(secret).some((text) => shown.includes(text)));
    },
  };
}

const spellings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams([["", secret]]).toString().slice(1),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
];

const json = { "content-type": "application/json" };
type Hostile = (response: ServerResponse, repeated: string) => unknown;
/** One reply for each way in which a response is read. The tests of the protocol have the others. */
const hostile: Readonly<Record<string, Hostile>> = {
  "uses it as error": (response, repeated) => {
    const error = { error: "invalid_grant", error_description: repeated, error_uri: `http://a/?${repeated}` };
    response.writeHead(400, json).end(JSON.stringify(error));
  },
  "redirects to a URL with it": (response, repeated) =>
    response.writeHead(307, { location: `http://127.0.0.1:1/?${encodeURIComponent(repeated)}` }).end(),
  "sends it as token type and scope": (response, repeated) => {
    const sent = { ...hostileTokens, access_token: 5, token_type: repeated, scope: repeated };
    response.writeHead(200, json).end(JSON.stringify(sent));
  },
  "sends it in truncated JSON": (response, repeated) =>
    response.writeHead(200, json).end(`{"access_token":"${hostileTokens.access_token}","x":"${repeated}`),
};

const secretParameters = [
  "client_secret",
  "password",
  "code",
  "code_verifier",
  "refresh_token",
  "device_code",
];

/** Replies with the whole request, as it was received and decoded. */
async function echo(request: IncomingMessage, response: ServerResponse, reply: Hostile, known: Set<string>) {
  const body = await textOf(request);
  const { authorization = "" } = request.headers;
  const sent = new URLSearchParams(body);
  for (const name of secretParameters) if (sent.has(name)) known.add(sent.get(name) ?? "");
  const credentials = Buffer.from(authorization.replace("Basic ", ""), "base64").toString();
  if (authorization !== "") known.add(authorization).add(credentials);
  const values = [...sent.values()];
  reply(response, [body, authorization, credentials, ...values].join(" "));
}

/** A sign-in that is cancelled when the provider does not respond to a poll. */
async function tryLogin({ login, user }: TestBed): Promise<unknown> {
  const controller = new AbortController();
  user.onProgress = (step) => {
    if (step.includes("did not respond")) controller.abort(new Error("enough"));
  };
  return login("work", controller.signal);
}

describe.each(grantTypes)("%s", (grantType) => {
  it("no secret is shown while everything succeeds, and while requests are rejected", async () => {
    const bed = await openWithSecretSearch(grantType);
    const { record, findLeaks, known, login, send, profiles, clock, api } = bed;
    await record(() => login("work"));
    await record(() => send("work"));
    await record(() => send("work", "/beyond-scope/403"));
    await clock.advance(tokenLifetimeMs);
    await record(() => send("work"));
    await record(() => profiles.run("work", "refresh"));
    api.reject(() => true);
    await record(() => send("work"));
    await record(() => profiles.run("work", "paste", { input: "CANARY-pasted" }));
    await record(() => send("work"));
    await record(() => profiles.run("work", "clear"));
    await record(() => send("work"));
    expect(known).toContain("CANARY-pasted");
    expect(findLeaks()).toEqual([]);
  });

  it.each(["login", "refresh"] as const)(
    "no secret is shown if the provider misuses those of a %s",
    async (action) => {
      const bed = await openWithSecretSearch(grantType);
      const { record, findLeaks, known, provider, profiles, login, countTokenRequests } = bed;
      const before = known.size;
      for (const reply of Object.values(hostile)) {
        // Some of them invalidate the refresh token.
        if (action === "refresh") await login("work");
        provider.intercept("/token", (request, response) => void echo(request, response, reply, known));
        const work = () => (action === "login" ? tryLogin(bed) : profiles.run("work", "refresh"));
        const { tokenRequests } = await countTokenRequests(() => record(work));
        // Client credentials are sent once more in another way if the provider does not recognize the client.
        expect(grantType === "client_credentials" ? [1, 2] : [1]).toContain(tokenRequests);
      }
      expect(known.size).toBeGreaterThan(before);
      expect(findLeaks()).toEqual([]);
    },
  );
});
