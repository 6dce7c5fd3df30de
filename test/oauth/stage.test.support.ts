// What the tests of OAuth 2.0 play on: a real provider, an API that asks it about tokens, a kernel, a person at a browser.

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll } from "vitest";
import { PictorError } from "@pictor/kernel";
import type { Reply, RequestInput } from "@pictor/kernel";
import { createTestKernel } from "@pictor/kernel/testing";
import { waitFor } from "../../plugins/auth-oauth2/authorize/authorize.test.support.js";
import {
  account,
  clients,
  startProvider,
} from "../../plugins/auth-oauth2/protocol/oidc-provider.test.support.js";
import type { TestProvider } from "../../plugins/auth-oauth2/protocol/oidc-provider.test.support.js";
import { createPerson } from "./person.test.support.js";

/** Of every access token of the provider. */
export const lifeMs = 3_600_000;

/** Between two questions about a device code. */
export const deviceIntervalMs = 5_000;

/** By the names under which the profiles refer to them. */
export const secrets = { "client-secret": clients.service.clientSecret, password: account.password };
const service = {
  clientId: clients.service.clientId,
  clientSecret: { $secret: "client-secret" },
  scopes: "api:read",
};
const application = { clientId: clients.application.clientId, scopes: "openid api:read" };

/** What a person types for each grant, beside the provider's endpoints. */
export const grants = {
  authorization_code: application,
  device_code: application,
  client_credentials: service,
  password: { ...service, username: account.username, password: { $secret: "password" } },
} as const;
export type Grant = keyof typeof grants;
/** Of a profile, as a person types them. */
type Fields = Readonly<Record<string, unknown>>;
export const grantTypes = Object.keys(grants) as readonly Grant[];

/** The next answer of the provider at this path arrives here, and goes on when it is released. */
export function hold({ issuer, interfere }: TestProvider, path: string) {
  const arrived = event();
  const released = event();
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { "content-type": type = "", authorization } = request.headers;
    const headers = { "content-type": type, ...(authorization === undefined ? {} : { authorization }) };
    const answer = await fetch(issuer + path, { method: "POST", headers, body: await textOf(request) });
    const body = await answer.text();
    arrived.happen();
    await released.promise;
    response.writeHead(answer.status, { "content-type": "application/json" }).end(body);
  };
  interfere(path, (request, response) => void pass(request, response));
  return { arrived: arrived.promise, release: released.happen };
}

function event() {
  let happen = (): void => undefined;
  const promise = new Promise<void>((resolve) => (happen = resolve));
  return { promise, happen };
}

/** Serves whoever brings a token that is good at the provider; `/beyond-scope/<status>` wants more than any may. */
async function startApi(provider: TestProvider) {
  const tokens: string[] = [];
  let isRefused = (_token: string): boolean => false;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, token = ""] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
    tokens.push(token);
    request.resume();
    const isGood = !isRefused(token) && (await provider.isActive(token));
    const [, refusal] = /^\/beyond-scope\/(\d+)$/.exec(request.url ?? "") ?? [];
    if (isGood && refusal === undefined) {
      response.end("served");
      return;
    }
    const error = isGood ? "insufficient_scope" : "invalid_token";
    const headers = { "www-authenticate": `Bearer realm="api", error="${error}"` };
    response.writeHead(isGood ? Number(refusal) : 401, headers).end();
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    /** What came, request by request. */
    tokens,
    /** From now on such tokens are not taken, whatever the provider says. */
    refuse: (such: typeof isRefused) => void (isRefused = such),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const folderOf = (plugin: string): string => join(import.meta.dirname, "../../plugins", plugin);
export const plugins = ["auth-oauth2", "auth-bearer", "secrets-file"].map(folderOf);

/** Secrets are kept in a file of this folder. */
export const configurationIn = (folder: string) => ({
  secrets: { store: "file" },
  plugins: { "secrets-file": { config: { path: join(folder, "secrets.json") } } },
});

async function openStage(provider: TestProvider) {
  const folder = mkdtempSync(join(tmpdir(), "pictor-oauth-"));
  const person = createPerson(provider);
  const api = await startApi(provider);
  const { kernel, clock, log, dispose } = await createTestKernel({
    plugins,
    directory: folder,
    configuration: configurationIn(folder),
    interaction: person.interaction,
  });
  // The provider reads the system's clock.
  await clock.advance(Date.now());
  for (const [name, value] of Object.entries(secrets)) await kernel.secrets.set(name, value);
  const { profiles } = kernel;

  const send = async (auth: string, path = "/", input: Partial<RequestInput> = {}): Promise<Reply> => {
    const reply = await kernel.send({ ...input, url: api.url + path, auth });
    await reply.text();
    return reply;
  };

  return {
    provider,
    folder,
    person,
    api,
    kernel,
    profiles,
    clock,
    log,
    send,

    /** Saves what a person types for a grant, with `fields` instead or besides. */
    save: (name: string, grantType: Grant, fields: Fields = {}) => {
      const oauth2 = { ...provider.endpoints, ...grants[grantType], grantType, ...fields };
      return profiles.save(name, { type: "oauth2", schemes: { oauth2 } });
    },

    /** A device code is asked about once the person has decided. */
    async login(name: string, signal?: AbortSignal) {
      const { profile } = await profiles.view(name);
      const before = person.confirmed;
      let isOver = false;
      const ending = profiles.run(name, "login", signal && { signal }).finally(() => (isOver = true));
      const deciding = async (): Promise<void> => {
        await waitFor(() => isOver || person.confirmed > before);
        await clock.advance(deviceIntervalMs);
      };
      const usesDevice = profile.schemes["oauth2"]?.["grantType"] === "device_code";
      const [ended] = await Promise.all([ending, usesDevice ? deciding() : undefined]);
      return ended;
    },

    /** The status of the API's reply, or the code of the error. */
    ending: (...request: Parameters<typeof send>): Promise<number | string> =>
      send(...request).then(
        ({ status }) => status,
        (error: unknown) => {
          if (error instanceof PictorError) return error.code;
          throw error;
        },
      ),

    /** What some work comes to, and how often the provider was asked for a token meanwhile. */
    async counted<Result>(work: () => Promise<Result>) {
      const before = provider.arrived.length;
      const result = await work();
      const tokenRequests = provider.arrived.slice(before).filter((line) => line === "POST /token").length;
      return { result, tokenRequests };
    },

    async close(): Promise<void> {
      await dispose();
      api.close();
      rmSync(folder, { recursive: true });
    },
  };
}
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** For one file of tests: they share a provider, unless one brings its own; everything else is new for each. */
export function createStages() {
  const stages: Stage[] = [];
  let shared: TestProvider;
  beforeAll(async () => {
    shared = await startProvider();
  });
  afterEach(async () => {
    for (const stage of stages.splice(0)) await stage.close();
  });
  afterAll(() => shared.close());

  const open = async (own?: TestProvider): Promise<Stage> => {
    const stage = await openStage(own ?? shared);
    stages.push(stage);
    return stage;
  };
  return {
    open,
    /** With a profile `work` whose token was used once. */
    async signedIn(grantType: Grant = "authorization_code", fields: Fields = {}): Promise<Stage> {
      const stage = await open();
      await stage.save("work", grantType, fields);
      await stage.login("work");
      await stage.send("work");
      return stage;
    },
  };
}
