// The test bed for OAuth 2.0: a real provider, an API that introspects tokens, a kernel, and a user with a browser.

import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll } from "vitest";
import { PictorError } from "@pictor/host";
import type { Reply, RequestInput } from "@pictor/host";
import { createTestFolder, createTestPictor, listen } from "@pictor/host/testing";
import { waitFor } from "../../plugins/auth-oauth2/testing/authorization-flow.js";
import { account, clients, startProvider } from "../../plugins/auth-oauth2/testing/oidc-provider.js";
import type { TestProvider } from "../../plugins/auth-oauth2/testing/oidc-provider.js";
import { createUser, type ProviderPages } from "./user.test.support.js";

/** Lifetime of every access token of the provider. */
export const tokenLifetimeMs = 3_600_000;

/** The polling interval of the provider. */
export const pollIntervalMs = 5_000;

/** The secrets that profiles refer to, by name. */
export const secrets = { "client-secret": clients.service.clientSecret, password: account.password };
const service = {
  clientId: clients.service.clientId,
  clientSecret: { $secret: "client-secret" },
  scopes: "api:read",
};
const application = { clientId: clients.application.clientId, scopes: "openid api:read" };

/** The fields that a user fills in for each grant type, besides the endpoints. */
export const grantFields = {
  authorization_code: application,
  device_code: application,
  client_credentials: service,
  password: { ...service, username: account.username, password: { $secret: "password" } },
} as const;
export type GrantType = keyof typeof grantFields;
/** Fields of a profile as a user writes them. */
type Fields = Readonly<Record<string, unknown>>;
export const grantTypes = Object.keys(grantFields) as readonly GrantType[];

/** Holds back the next response of the provider to a path until `release`. `received` settles with its arrival. */
export function holdResponse({ issuer, intercept }: TestProvider, path: string) {
  let reportReceived = (): void => undefined;
  let release = (): void => undefined;
  const received = new Promise<void>((resolve) => (reportReceived = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { "content-type": type = "", authorization } = request.headers;
    const headers = { "content-type": type, ...(authorization === undefined ? {} : { authorization }) };
    const reply = await fetch(issuer + path, { method: "POST", headers, body: await textOf(request) });
    const body = await reply.text();
    reportReceived();
    await released;
    response.writeHead(reply.status, { "content-type": "application/json" }).end(body);
  };
  intercept(path, (request, response) => void forward(request, response));
  return { received, release: () => release() };
}

/** An API that accepts active tokens. Paths below /beyond-scope reply with a status for missing scope. */
async function startApi(provider: Pick<TestProvider, "isActive">) {
  const tokens: string[] = [];
  let isRejected = (_token: string): boolean => false;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, token = ""] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
    tokens.push(token);
    request.resume();
    const isValid = !isRejected(token) && (await provider.isActive(token));
    const [, status] = /^\/beyond-scope\/(\d+)$/.exec(request.url ?? "") ?? [];
    if (isValid && status === undefined) {
      response.end("ok");
      return;
    }
    const error = isValid ? "insufficient_scope" : "invalid_token";
    const headers = { "www-authenticate": `Bearer realm="api", error="${error}"` };
    response.writeHead(isValid ? Number(status) : 401, headers).end();
  };
  const server = createServer((request, response) => void handle(request, response));
  const { origin, close } = await listen(server);
  return {
    /** The token of each request. */
    tokens,
    /** Rejects such tokens from now on, even if the provider considers them active. */
    reject: (isRejectedToken: typeof isRejected) => void (isRejected = isRejectedToken),
    url: origin,
    close,
  };
}

const pluginFolder = (plugin: string): string => join(import.meta.dirname, "../../plugins", plugin);
export const pluginNames = ["auth-oauth2", "auth-bearer", "secrets-file"];
const plugins = pluginNames.map(pluginFolder);

/** A configuration that keeps secrets in a file of this folder. */
export const configurationIn = (folder: string) => ({
  secrets: { store: "file" },
  plugins: { "secrets-file": { config: { path: join(folder, "secrets.json") } } },
});

/** What a test bed needs of a provider. */
export type BedProvider = ProviderPages & Pick<TestProvider, "isActive">;

/** A kernel with an API and a user of the provider. */
export async function createTestBed(provider: BedProvider, configuration: object = {}) {
  const folder = createTestFolder();
  const user = createUser(provider);
  const api = await startApi(provider);
  const { pictor, clock, log, dispose } = await createTestPictor({
    plugins,
    directory: folder,
    configuration: { ...configurationIn(folder), ...configuration },
    interaction: user.interaction,
  });
  // The provider reads the system clock.
  await clock.advance(Date.now());
  for (const [name, value] of Object.entries(secrets)) await pictor.secrets.set(name, value);
  const { profiles } = pictor;

  const send = async (auth: string, path = "/", input: Partial<RequestInput> = {}): Promise<Reply> => {
    const reply = await pictor.send({ ...input, url: api.url + path, auth });
    await reply.text();
    return reply;
  };

  return {
    folder,
    user,
    api,
    pictor,
    profiles,
    clock,
    log,
    send,

    /** Signs in. A device code is polled for once, after the user has decided. */
    async login(name: string, signal?: AbortSignal) {
      const { profile } = await profiles.view(name);
      const before = user.confirmed;
      let isSettled = false;
      const result = profiles.run(name, "login", { signal }).finally(() => (isSettled = true));
      const poll = async (): Promise<void> => {
        await waitFor(() => isSettled || user.confirmed > before);
        await clock.advance(pollIntervalMs);
      };
      const usesDevice = profile.schemes["oauth2"]?.["grantType"] === "device_code";
      const [settled] = await Promise.all([result, usesDevice ? poll() : undefined]);
      return settled;
    },

    /** The status of the API's reply, or the code of the error. */
    outcomeOf: (...request: Parameters<typeof send>): Promise<number | string> =>
      send(...request).then(
        ({ status }) => status,
        (error: unknown) => {
          if (error instanceof PictorError) return error.code;
          throw error;
        },
      ),

    async close(): Promise<void> {
      await dispose();
      await api.close();
    },
  };
}

async function createProviderBed(provider: TestProvider) {
  const bed = await createTestBed(provider);
  return {
    ...bed,
    provider,

    /** Saves a profile with the fields of a grant type, some of them replaced. */
    save: (name: string, grantType: GrantType, fields: Fields = {}) => {
      const oauth2 = { ...provider.endpoints, ...grantFields[grantType], grantType, ...fields };
      return bed.profiles.save(name, { type: "oauth2", schemes: { oauth2 } });
    },

    /** The result of some work, and the number of token requests meanwhile. */
    async countTokenRequests<Result>(work: () => Promise<Result>) {
      const before = provider.received.length;
      const result = await work();
      const tokenRequests = provider.received.slice(before).filter((line) => line === "POST /token").length;
      return { result, tokenRequests };
    },
  };
}
export type TestBed = Awaited<ReturnType<typeof createProviderBed>>;

/** Test beds for the tests of one file. They share a provider; everything else is new for each test. */
export function createTestBeds() {
  const beds: TestBed[] = [];
  let shared: TestProvider;
  beforeAll(async () => {
    shared = await startProvider();
  });
  afterEach(async () => {
    for (const bed of beds.splice(0)) await bed.close();
  });
  afterAll(() => shared.close());

  const open = async (own?: TestProvider): Promise<TestBed> => {
    const bed = await createProviderBed(own ?? shared);
    beds.push(bed);
    return bed;
  };
  return {
    open,
    /** A test bed with a profile `work` whose token was used once. */
    async openSignedIn(grantType: GrantType = "authorization_code", fields: Fields = {}): Promise<TestBed> {
      const bed = await open();
      await bed.save("work", grantType, fields);
      await bed.login("work");
      await bed.send("work");
      return bed;
    },
  };
}
