// createServer: the local API, listening.

import { ApiContexts } from "./apis/api-context.js";
import { createMounts } from "./apis/mounts.js";
import { createOpenApi } from "./apis/open-api.js";
import { createServeApi } from "./apis/serve-api.js";
import { RevocationSignals } from "./access/lifetimes.js";
import { bodyValidator } from "./contract/schema-files.js";
import { scopes } from "@pictor/features/base";
import { createAccessLog } from "./http/access-log.js";
import { createApp } from "./http/app.js";
import { createRespond } from "./http/respond.js";
import type { JobShutdown } from "./jobs/registry-types.js";
import { bindRoutes, routesOf } from "./routes/table.js";
import { createParts, type ServerParts } from "./server-parts.js";
import {
  completeOptions,
  type CompleteOptions,
  type PictorServer,
  type ServerOptions,
} from "./server-options.js";
import { ServerPorts } from "./server-ports.js";
import { UpgradeHandler } from "./sockets/upgrades.js";

/** Milliseconds between two checks for tokens that another process has revoked. */
const refreshIntervalMs = 10_000;

/** The functions that answer requests and handshakes. */
function createHandlers(parts: ServerParts, ports: ServerPorts, { accessLog, warn }: CompleteOptions) {
  const { deps, ending } = parts;
  const { pictor, credentials, authentication, admission, links, quotas, redact, clock, limits } = deps;
  const openAccess = createAccessLog({
    log: accessLog,
    redact,
    now: () => performance.now(),
    date: () => clock.now(),
  });
  const app = createApp({
    names: () => ports.names,
    authentication,
    links,
    redact,
    bodyLimit: limits.bodyBytes,
    routes: bindRoutes(deps),
    routesOf,
    validatorOf: bodyValidator,
    openAccess,
  });
  const lifetimes = new RevocationSignals(credentials);
  const { callAs } = app;
  const contexts = new ApiContexts({ pictor, quotas, lifetimes, callAs, redact, url: () => ports.apiUrl });
  const mounts = createMounts(pictor);
  const gate = { contexts, authentication, mounts, admission, redact, openAccess };
  const { tickets, log, serverId } = deps;
  const events = { log, serverId, credentials, tickets, signal: ending.signal };
  const upgrades = new UpgradeHandler(gate, events, warn);
  return {
    lifetimes,
    upgrades,
    openApi: createOpenApi(pictor, credentials, contexts),
    ports: {
      pictor,
      redact,
      sessionCodes: deps.sessionCodes,
      mounts,
      serveApi: createServeApi(gate),
      respondAt: createRespond(app),
      upgrade: upgrades.handle,
    },
  };
}

/** Applies what other processes have changed in the file of the tokens. */
async function refresh({ credentials, quotas }: ServerParts["deps"]): Promise<void> {
  await credentials.refresh();
  await quotas.tellBackends(await credentials.list());
}

/**
 * Starts the server. Rejects as `createPictor` and `server.listen` do, with `API_JOURNAL_NOT_READABLE` and with
 * `FILE_NOT_WRITABLE`, after closing everything that was opened.
 */
export async function createServer(given: ServerOptions): Promise<PictorServer> {
  const options = completeOptions(given);
  const ports = new ServerPorts(options);
  const parts = await createParts(options, ports);
  const { pictor, credentials, sessionCodes } = parts.deps;
  const handlers = createHandlers(parts, ports, options);
  const refreshing = setInterval(() => {
    // An error is ignored, because the file is read again after the next interval.
    refresh(parts.deps).catch(() => undefined);
  }, refreshIntervalMs).unref();

  const close = async (how: JobShutdown): Promise<void> => {
    clearInterval(refreshing);
    await parts.stopWork();
    handlers.upgrades.close();
    handlers.lifetimes.close();
    const closed = ports.close();
    await parts.close(how);
    await handlers.upgrades.disconnect();
    ports.disconnect();
    await closed;
  };
  try {
    await parts.enter();
    await ports.open(handlers.ports);
    await parts.restore();
  } catch (error) {
    await close("leave").catch(() => undefined);
    throw error;
  }
  let closing: Promise<void> | undefined;
  return {
    url: ports.url,
    ports: ports.own,
    panels: ports.panels,
    pictor,
    token: credentials.issue("pictor serve", scopes).token,
    openApi: handlers.openApi,
    reloadPlugins: (folders) => parts.reloader.reload(folders),
    issueCode: () => sessionCodes.issue({ name: "panel", scopes }),
    close: (how = "cancel") => (closing ??= close(how)),
  };
}
