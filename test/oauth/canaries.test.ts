// Secrets from the first sign-in to the last refusal: whatever is shown to anybody, none of them is in it.

import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Reply } from "@pictor/kernel";
import { asShown } from "../requests/lab.test.support.js";
import { createStages, grantTypes, lifeMs, secrets, type Grant, type Stage } from "./stage.test.support.js";

const stages = createStages();

/** What the hostile answers hold beside what was sent. */
const chosen = { access_token: "CANARY-access", refresh_token: "CANARY-refresh", id_token: "CANARY-id" };

/** A stage that looks for every secret that it comes by in everything that it shows. */
async function watched(grant: Grant) {
  const stage = await stages.open();
  const { kernel, profiles, folder, person, api, log } = stage;
  const known = new Set<string>([...Object.values(secrets), ...Object.values(chosen)]);
  const stored = new Set<string>();
  const seen: unknown[] = [];
  kernel.hooks.beforeSend.tap({ band: "observe" }, (request) => void seen.push(request));

  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const learn = (): void => {
    api.tokens.forEach((token) => known.add(token));
    for (const { authorizationUrl, callback } of person.signIns)
      for (const { searchParams } of [new URL(authorizationUrl), new URL(callback)])
        for (const name of ["state", "nonce", "code_challenge", "code"])
          if (searchParams.has(name)) known.add(searchParams.get(name) ?? "");
    const kept = JSON.parse(read("secrets.json")) as { readonly secrets: Readonly<Record<string, string>> };
    for (const [key, value] of Object.entries(kept.secrets))
      if (key.startsWith("plugin/auth-oauth2/")) {
        const { accessToken, refreshToken, idToken } = JSON.parse(value) as Readonly<Record<string, string>>;
        for (const token of [accessToken, refreshToken, idToken]) if (token !== undefined) stored.add(token);
      }
    stored.forEach((token) => known.add(token));
  };
  const shownOf = ({ status, url, hops, notes }: Reply) => ({ status, url, hops, notes });
  await stage.save("work", grant);
  return {
    ...stage,
    known,
    /** Keeps what some work ends with, and how the profile looks then. */
    async see(work: () => Promise<unknown>): Promise<void> {
      const ending = await work().catch((error: unknown) => error);
      seen.push(ending instanceof Object && "hops" in ending ? shownOf(ending as Reply) : ending);
      seen.push(await profiles.view("work"));
      learn();
    },
    leaks(): readonly string[] {
      const files = readdirSync(folder).filter((name) => !name.startsWith("secrets.json"));
      expect(files).toContain("pictor.json");
      // Also what somebody else might write of a token that was kept.
      const quoted = kernel.redact([...stored].join(" "));
      const shown = [log, person.texts, files.map(read), quoted, ...seen].map(asShown).join("\n");
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
const hostile: Readonly<Record<string, Hostile>> = {
  "calls the error by it": (response, repeated) =>
    response
      .writeHead(400, json)
      .end(JSON.stringify({ error: repeated, error_uri: `http://a/?${repeated}` })),
  "asks for it": (response, repeated) =>
    response
      .writeHead(401, { "www-authenticate": `Basic realm="${repeated.replace(/[^ -~]|"/g, "")}"` })
      .end(),
  "shows it on a page": (response, repeated) =>
    response.writeHead(500, { "content-type": "text/html" }).end(`<p>${repeated}`),
  "redirects to it": (response, repeated) =>
    response.writeHead(307, { location: `http://127.0.0.1:1/?${encodeURIComponent(repeated)}` }).end(),
  "answers with it for a token": (response, repeated) =>
    response
      .writeHead(200, json)
      .end(JSON.stringify({ ...chosen, access_token: `${repeated}\n`, token_type: "Bearer" })),
  "answers with it for a type": (response, repeated) =>
    response
      .writeHead(200, json)
      .end(JSON.stringify({ ...chosen, access_token: 5, token_type: repeated, scope: repeated })),
  "breaks its JSON behind it": (response, repeated) =>
    response.writeHead(200, json).end(`{"access_token":"${chosen.access_token}","x":"${repeated}`),
  "hangs up behind it": (response, repeated) => {
    response.writeHead(200, { ...json, "content-length": "9999" });
    response.write(repeated, () => response.destroy());
  },
  // Last, because it ends the refresh token.
  "describes its refusal with it": (response, repeated) =>
    response
      .writeHead(400, json)
      .end(JSON.stringify({ error: "invalid_grant", error_description: repeated })),
};

const secretParameters = [
  "client_secret",
  "password",
  "code",
  "code_verifier",
  "refresh_token",
  "device_code",
];

/** Answers with all that was sent, as it came and decoded. */
async function repeat(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Hostile,
  known: Set<string>,
) {
  const body = await textOf(request);
  const { authorization = "" } = request.headers;
  const sent = new URLSearchParams(body);
  for (const name of secretParameters) if (sent.has(name)) known.add(sent.get(name) ?? "");
  const credentials = Buffer.from(authorization.replace("Basic ", ""), "base64").toString();
  if (authorization !== "") known.add(authorization).add(credentials);
  const values = [...sent.values()];
  answer(response, [body, authorization, credentials, ...values].join(" "));
}

/** A sign-in that is given up when the provider seems not to answer. */
async function tryLogin({ login, person }: Stage): Promise<unknown> {
  const controller = new AbortController();
  person.hears = (step) => {
    if (step.includes("did not answer")) controller.abort(new Error("enough"));
  };
  return login("work", controller.signal);
}

describe.each(grantTypes)("%s", (grant) => {
  it("shows none of its secrets while everything goes well, and while requests are refused", async () => {
    const stage = await watched(grant);
    const { see, leaks, known, login, send, profiles, clock, api } = stage;
    await see(() => login("work"));
    await see(() => send("work"));
    await see(() => send("work", "/beyond-scope/403"));
    await clock.advance(lifeMs);
    await see(() => send("work"));
    await see(() => profiles.run("work", "refresh"));
    api.refuse(() => true);
    await see(() => send("work"));
    await see(() => profiles.run("work", "paste", { input: "CANARY-pasted" }));
    await see(() => send("work"));
    await see(() => profiles.run("work", "clear"));
    await see(() => send("work"));
    expect(known).toContain("CANARY-pasted");
    expect(leaks()).toEqual([]);
  });

  it.each(["login", "refresh"] as const)(
    "shows none while a provider misuses those of a %s",
    async (action) => {
      const stage = await watched(grant);
      const { see, leaks, known, provider, profiles, login, counted } = stage;
      if (action === "refresh") await login("work");
      const before = known.size;
      for (const answer of Object.values(hostile)) {
        provider.interfere("/token", (request, response) => void repeat(request, response, answer, known));
        const work = () => (action === "login" ? tryLogin(stage) : profiles.run("work", "refresh"));
        expect(await counted(() => see(work))).toMatchObject({ tokenRequests: 1 });
      }
      expect(known.size).toBeGreaterThan(before);
      expect(leaks()).toEqual([]);
    },
  );
});
