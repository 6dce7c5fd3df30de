// createServer: the parts of the local API, connected and listening.

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer as createHttpServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
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
import { createOneTimeCodes } from "./access/one-time-codes.js";
import { scopes } from "./contract/scopes.js";
import { createEventLog } from "./events/event-log.js";
import type { AccessLog } from "./http/access-log.js";
import { createApp, type Bindings } from "./http/app.js";
import { createJobJournal } from "./jobs/job-journal.js";
import { createJobRegistry } from "./jobs/job-registry.js";
import { createOperations } from "./operations/operations.js";
import { createPeople } from "./people/people.js";
import { createHandlers } from "./routes/handlers.js";
import { createUpgradeHandler } from "./sockets/event-socket.js";

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
  readonly clock?: Clock;
}

export interface PictorServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly pictor: Pictor;
  /** A token with all scopes that ends with the server. */
  readonly token: string;
  /** A code for the first visit of a page, valid once, for a minute. */
  issueCode(): string;
  /** Ends the connections, the jobs and Pictor. */
  close(): Promise<void>;
}

const limits = { bodyBytes: 1_000_000, uploadBytes: 200_000_000, eventsKept: 10_000 } as const;
const sessionCodeMs = 60_000;
/** How often the server looks for tokens that another process has revoked. */
const refreshIntervalMs = 10_000;
const ticketMs = 30_000;
/** A client has this long for its headers, and for a whole request, so that slow ones do not hold connections. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 300_000;
/** How often Node looks for connections that exceed these limits. */
const checkIntervalMs = 5_000;

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

const listen = (server: Server, port: number, hostname: string): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, () => {
      server.off("error", reject);
      resolve(server.address() as AddressInfo);
    });
  });

/** Rejects as `createPictor` and `server.listen` do; nothing is left behind then. */
export async function createServer(options: ServerOptions): Promise<PictorServer> {
  const { clock = realClock, hostname = "127.0.0.1", port = 0, publicOrigins = [], origins = [] } = options;
  const folder = options.folder ?? serverFolder(process.env);
  const serverId = randomUUID();
  const log = createEventLog({ clock, capacity: limits.eventsKept });
  // While Pictor is created, nothing that it could redact has been read.
  let redactText: Redact = (text) => text;
  const people = createPeople({ log, clock, redact: (text) => redactText(text) });
  const pictor = await options.createPictor(people.interaction);
  redactText = pictor.redact;
  const operations = createOperations({ log, people, clock, redact: pictor.redact });
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
      credentials,
      sessionCodes,
      tickets,
    },
    openapi: () => readSchema("openapi.json"),
  });
  const redact = (text: string): string => withoutTokens(pictor.redact(text));
  const app = createApp({
    ...{ names: () => names, credentials, attempts, handlers, redact, bodyLimit: limits.bodyBytes },
    validatorOf: await createValidators(),
    now: () => performance.now(),
    ...(options.accessLog !== undefined && { log: options.accessLog }),
  });
  const upgrades = createUpgradeHandler({
    ...{ names: () => names, credentials, attempts, tickets, log, serverId, redact, signal: ending.signal },
  });
  const respond = getRequestListener((request, env) => app(request, env as Bindings), {
    overrideGlobalObjects: false,
  });
  const server = createHttpServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: checkIntervalMs,
    },
    (incoming, outgoing) => void respond(incoming, outgoing),
  );
  server.on("upgrade", upgrades.handle);
  const address = await listen(server, port, hostname).catch(async (error: unknown) => {
    await pictor.dispose();
    throw error;
  });
  // A server on all addresses is reached from this machine by the loopback address.
  const ownHost = loopbackHosts.get(hostname) ?? "127.0.0.1";
  const url = `http://${ownHost}:${address.port}`;
  names = ownNamesOf(address.port, [url, ...publicOrigins], origins);
  await jobs.restore();
  const refreshing = setInterval(() => {
    // A file that cannot be read now is read again the next time.
    credentials.refresh().catch(() => undefined);
  }, refreshIntervalMs).unref();

  const close = async (): Promise<void> => {
    clearInterval(refreshing);
    await operations.close();
    ending.abort();
    upgrades.close();
    const closed = new Promise((resolve) => server.close(resolve));
    await pictor.dispose();
    await jobs.close();
    server.closeAllConnections();
    await closed;
  };
  let closing: Promise<void> | undefined;
  return {
    url,
    pictor,
    token: credentials.issue("pictor serve", scopes).token,
    issueCode: () => sessionCodes.issue({ name: "panel", scopes }),
    close: () => (closing ??= close()),
  };
}
