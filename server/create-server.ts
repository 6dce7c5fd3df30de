// createServer: the parts of the local API, connected and listening.

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import {
  dataFolder,
  hostValidators,
  parseJson,
  realClock,
  type Clock,
  type Interaction,
  type Pictor,
  type Redact,
} from "@pictor/host";
import { createAttemptLimiter } from "./access/attempts.js";
import { ownNamesOf, type OwnNames } from "./access/caller.js";
import { createCredentials, type Credentials, type Holder } from "./access/credentials.js";
import { withoutTokens } from "./access/new-token.js";
import { createLifetimes } from "./access/lifetimes.js";
import { createOneTimeCodes } from "./access/one-time-codes.js";
import { createMounts } from "./apis/mounts.js";
import { openOwnPort, type OwnPort } from "./apis/own-port.js";
import { createServeApi, type Listener } from "./apis/serve-api.js";
import { scopes } from "./contract/scopes.js";
import { createEventLog } from "./events/event-log.js";
import type { AccessLog } from "./http/access-log.js";
import { createApp, type Bindings } from "./http/app.js";
import { openPort, type OpenPort } from "./http/listen.js";
import { createJobJournal } from "./jobs/job-journal.js";
import { createJobRegistry } from "./jobs/job-registry.js";
import { createOperations } from "./operations/operations.js";
import { createPeople } from "./people/people.js";
import { createProfileChanges } from "./profiles/profile-changes.js";
import { createRequests } from "./requests/requests.js";
import { createHandlers } from "./routes/handlers.js";
import { createUpgradeHandler } from "./sockets/upgrades.js";

export interface ServerOptions {
  /** Creates Pictor with the interaction that asks the people behind the clients. */
  readonly createPictor: (interaction: Interaction) => Promise<Pictor>;
  /** Default 127.0.0.1. Another address needs `publicOrigins`. */
  readonly hostname?: string;
  /** Default 0: a free port. */
  readonly port?: number;
  /** Origins under which a proxy, or the network, reaches the server, such as `https://pictor.studio.example`. Default: none. */
  readonly publicOrigins?: readonly string[];
  /** Origins of pages of other servers that may use the API. Default: none. */
  readonly origins?: readonly string[];
  /** The folder of the tokens and of the jobs. Default: the folder `server` in the user's data folder. */
  readonly folder?: string;
  /** Receives a record of each request. Default: none. */
  readonly accessLog?: AccessLog;
  /** Number of events that a client can resume after a cut. Default 10,000. */
  readonly eventsKept?: number;
  /** Paths of the APIs of plugins that are served on ports of their own, to this machine and without a token. Default: none. */
  readonly ports?: readonly OwnPort[];
  readonly clock?: Clock;
}

/** Where a path of an API is served. */
export interface OwnPortAddress {
  readonly path: string;
  readonly url: string;
}

export interface PictorServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** The ports of `ServerOptions.ports`, in their order. */
  readonly ports: readonly OwnPortAddress[];
  readonly pictor: Pictor;
  /** A token with all scopes that ends with the server. */
  readonly token: string;
  /** A code for the first visit of a page, valid once, for a minute. */
  issueCode(): string;
  /** Ends the connections, the jobs and Pictor. */
  close(): Promise<void>;
}

const fixedLimits = { bodyBytes: 1_000_000, uploadBytes: 200_000_000 } as const;
const sessionCodeMs = 60_000;
/** How often the server looks for tokens that another process has revoked. */
const refreshIntervalMs = 10_000;
const ticketMs = 30_000;
/** A client has this long for a whole request, so that slow ones do not hold connections. Milliseconds. */
const requestTimeoutMs = 300_000;

const schemaFolder = join(import.meta.dirname, "schemas");

/** The schemas lie beside the package when it is installed, and in the repository's folder when it runs from its sources. */
async function readSchema(name: string): Promise<string> {
  return readFile(join(schemaFolder, name), "utf8").catch(() =>
    readFile(join(import.meta.dirname, "../schemas", name), "utf8"),
  );
}

async function createValidators() {
  const names = ["events.schema.json", "api.schema.json"];
  const schemas = await Promise.all(names.map(async (name) => parseJson(await readSchema(name)) as object));
  const validatorOf = hostValidators(schemas);
  return (name: string) => validatorOf(`pictor:api:1#/$defs/${name}`);
}

/** Addresses that only this machine reaches, besides 127.0.0.1, as they stand in a URL. */
const loopbackHosts: ReadonlyMap<string, string> = new Map([
  ["::1", "[::1]"],
  ["localhost", "localhost"],
]);

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of the tokens and the jobs in the user's data folder. */
export const serverFolder = (env: Environment): string =>
  join(dataFolder({ env, platform: process.platform, home: homedir() }), "server");

/** The tokens that outlive a server, for a program that is no server. */
export const openTokens = (env: Environment): Pick<Credentials, "create" | "list" | "revoke"> =>
  createCredentials(join(serverFolder(env), "tokens.json"), realClock);

/** Rejects as `createPictor` and `server.listen` do; nothing is left behind then. */
export async function createServer(options: ServerOptions): Promise<PictorServer> {
  const { clock = realClock, hostname = "127.0.0.1", port = 0, publicOrigins = [], origins = [] } = options;
  const folder = options.folder ?? serverFolder(process.env);
  const serverId = randomUUID();
  const limits = { ...fixedLimits, eventsKept: options.eventsKept ?? 10_000 };
  const log = createEventLog({ clock, capacity: limits.eventsKept });
  // While Pictor is created, nothing that it could redact has been read.
  let redactText: Redact = (text) => text;
  const people = createPeople({ log, clock, redact: (text) => redactText(text) });
  const pictor = await options.createPictor(people.interaction);
  redactText = pictor.redact;
  const operations = createOperations({ log, people, clock, redact: pictor.redact });
  const profileChanges = createProfileChanges({ pictor, log });
  const requests = createRequests({ pictor, people, profileChanges, clock });
  const credentials = createCredentials(join(folder, "tokens.json"), clock);
  const jobs = createJobRegistry({
    pictor,
    log,
    journal: createJobJournal(join(folder, "jobs.jsonl")),
    clock,
  });
  const attempts = createAttemptLimiter(clock);
  const sessionCodes = createOneTimeCodes<Pick<Holder, "name" | "scopes">>(clock, sessionCodeMs);
  const tickets = createOneTimeCodes<Holder>(clock, ticketMs);
  const ending = new AbortController();

  let names: OwnNames = ownNamesOf(port, publicOrigins, origins);
  const handlers = createHandlers({
    ...{
      pictor,
      clock,
      serverId,
      version: "0.1.0",
      limits,
      log,
      jobs,
      people,
      operations,
      profileChanges,
      requests,
      credentials,
      sessionCodes,
      tickets,
    },
    openapi: () => readSchema("openapi.json"),
  });
  const redact = (text: string): string => withoutTokens(pictor.redact(text));
  const now = (): number => performance.now();
  const app = createApp({
    ...{ names: () => names, credentials, attempts, handlers, redact, bodyLimit: limits.bodyBytes },
    validatorOf: await createValidators(),
    now,
    ...(options.accessLog !== undefined && { log: options.accessLog }),
  });
  let url = "";
  const lifetimes = createLifetimes(credentials);
  const mounts = createMounts(pictor);
  const shared = {
    ...{ pictor, credentials, attempts, lifetimes, mounts, redact, callAs: app.callAs, url: () => url, now },
    ...(options.accessLog !== undefined && { log: options.accessLog }),
  };
  const serveApi = createServeApi(shared);
  const upgrades = createUpgradeHandler({ ...shared, tickets, log, serverId, signal: ending.signal });
  const respond = getRequestListener((request, env) => app.serve(request, env as Bindings), {
    overrideGlobalObjects: false,
  });
  const listener: Listener = { names: () => names, url: () => url };
  const ports: OpenPort[] = [];
  const closePorts = async (): Promise<void> => {
    const closed = Promise.all(ports.map((opened) => opened.close()));
    for (const opened of ports) opened.disconnect();
    await closed;
  };
  const ownPorts: OwnPortAddress[] = [];
  try {
    const main = await openPort({
      ...{ port, hostname, requestTimeoutMs },
      request: (incoming, outgoing) => {
        if (!serveApi(incoming, outgoing, listener)) void respond(incoming, outgoing);
      },
      upgrade: (request, stream, head) => {
        upgrades.handle(request, stream, head, listener);
      },
    });
    ports.push(main);
    // A server on all addresses is reached from this machine by the loopback address.
    url = `http://${loopbackHosts.get(hostname) ?? "127.0.0.1"}:${main.port}`;
    names = ownNamesOf(main.port, [url, ...publicOrigins], origins);
    for (const ownPort of options.ports ?? []) {
      const opened = await openOwnPort(ownPort, { mounts, request: serveApi, upgrade: upgrades.handle });
      ports.push(opened);
      ownPorts.push({ path: ownPort.path, url: opened.url });
    }
  } catch (error) {
    await closePorts();
    await pictor.dispose();
    throw error;
  }
  await jobs.restore();
  const refreshing = setInterval(() => {
    // A file that cannot be read now is read again the next time.
    credentials.refresh().catch(() => undefined);
  }, refreshIntervalMs).unref();

  const close = async (): Promise<void> => {
    clearInterval(refreshing);
    requests.close();
    await operations.close();
    ending.abort();
    upgrades.close();
    lifetimes.close();
    const closed = Promise.all(ports.map((opened) => opened.close()));
    await pictor.dispose();
    await jobs.close();
    for (const opened of ports) opened.disconnect();
    await closed;
  };
  let closing: Promise<void> | undefined;
  return {
    url,
    ports: ownPorts,
    pictor,
    token: credentials.issue("pictor serve", scopes).token,
    issueCode: () => sessionCodes.issue({ name: "panel", scopes }),
    close: () => (closing ??= close()),
  };
}
