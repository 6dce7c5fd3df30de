// createServer: the parts of the local API, connected and listening.

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { homeFolder, journalFile, openPresets, presetsFile, realClock, type Redact } from "@pictor/host";
import { isEnded } from "@pictor/client";
import { Admission } from "./access/admission.js";
import { createAttemptLimiter } from "./access/attempts.js";
import { listenerNames, type ListenerNames } from "./access/caller.js";
import type { Holder } from "./access/credentials.js";
import { withoutTokens } from "./access/new-token.js";
import { createLinks } from "./access/links.js";
import { createRevocationSignals } from "./access/lifetimes.js";
import { createOneTimeCodes } from "./access/one-time-codes.js";
import { createSessionCodes } from "./access/session-codes.js";
import { createMounts } from "./apis/mounts.js";
import { createOpenApi, inProcessUrl } from "./apis/open-api.js";
import { openDedicatedPort } from "./apis/own-port.js";
import { createServeApi, type Listener } from "./apis/serve-api.js";
import { createBodyValidators, readSchema } from "./contract/schema-files.js";
import { scopes } from "./contract/scopes.js";
import { createEventLog } from "./events/event-log.js";
import { createAccessLog } from "./http/access-log.js";
import { createApp } from "./http/app.js";
import { createRespond } from "./http/respond.js";
import { loopbackUrl, openPort, standardLimits, type OpenPort } from "./http/listen.js";
import { createJobJournal } from "./jobs/job-journal.js";
import { JobRegistry } from "./jobs/job-registry.js";
import type { JobShutdown } from "./jobs/registry-types.js";
import { createJobMetrics } from "./metrics/job-metrics.js";
import { Operations } from "./operations/operations.js";
import { noPanels, openPanels, type Panels } from "./panels/panels.js";
import { generateAsking } from "./people/generate-asking.js";
import { ClientInteraction } from "./people/people.js";
import { createProfileChanges } from "./profiles/profile-changes.js";
import { createRequestHistory } from "./requests/request-history.js";
import { KeptEnvironment } from "./requests/kept-environment.js";
import { createRequests } from "./requests/requests.js";
import { createGallery } from "./pictures/gallery.js";
import { openThumbnails } from "./pictures/open-thumbnails.js";
import { SessionRequests } from "./people/session-requests.js";
import type { RouteDependencies } from "./routes/dependencies.js";
import { bindRoutes, routes, routesOf } from "./routes/table.js";
import { LivePictor } from "./reloading/live-pictor.js";
import { PluginReloader } from "./reloading/plugin-reloader.js";
import type { DedicatedPortAddress, PictorServer, ServerOptions } from "./server-options.js";
import { createUpgradeHandler } from "./sockets/upgrades.js";
import { uploadsOf } from "./uploads/references.js";
import { Uploads } from "./uploads/uploads.js";
import { openCredentials, serverFolder } from "./server-folder.js";
import { readVersion } from "./version.js";

const fixedLimits = { bodyBytes: 1_000_000, uploadBytes: routes.upload.bytes.limit } as const;
const sessionCodeMs = 60_000;
/** Milliseconds between two checks for tokens that another process has revoked. */
const refreshIntervalMs = 10_000;
const ticketMs = 30_000;

/** Starts the server. Rejects as `createPictor` and `server.listen` do; everything that was opened is closed before. */
export async function createServer(options: ServerOptions): Promise<PictorServer> {
  const { clock = realClock, hostname = "127.0.0.1", port = 0, publicOrigins = [], origins = [] } = options;
  const folder = options.folder ?? serverFolder(process.env);
  const serverId = randomUUID();
  const limits = { ...fixedLimits, eventsKept: options.eventsKept ?? 10_000 };
  const log = createEventLog({ clock, capacity: limits.eventsKept });
  // Until Pictor is created, no secret has been read, so there is nothing to redact.
  let redactText: Redact = (text) => text;
  let url = "";
  const people = new ClientInteraction({
    ...{ log, clock, redact: (text: string) => redactText(text) },
    canAnswer: () => url !== "",
  });
  const live = new LivePictor(await options.createPictor(people.interaction));
  const pictor = live.view;
  const redact = (text: string): string => withoutTokens(pictor.redact(text));
  redactText = redact;
  const operations = new Operations({ log, people, clock, redact });
  const profileChanges = createProfileChanges({ pictor, log });
  const requests = createRequests({ pictor, people, profileChanges, clock });
  const history = createRequestHistory({
    ...{ path: join(folder, "requests.jsonl"), isKept: options.keepsRequests ?? true },
    ...{ schemes: () => pictor.contributions("authSchemes"), redact },
  });
  const credentials = openCredentials(folder, pictor.configuration.directory, clock);
  const keptEnvironment = new KeptEnvironment({ path: join(folder, "environments.json"), pictor });
  await keptEnvironment.restore();
  const jobMetrics = createJobMetrics();
  const jobs = new JobRegistry({
    onEnd: jobMetrics.ended,
    ...{ pictor, log, generate: generateAsking(pictor, people) },
    journal: createJobJournal(join(folder, "jobs.jsonl")),
    clock,
    ...(options.jobsKept !== undefined && { jobsKept: options.jobsKept }),
  });
  const machine = { env: process.env, platform: process.platform, home: homeFolder() };
  let isRestored = false;
  const presets = openPresets(options.presetsFile ?? presetsFile(machine));
  const uploads = new Uploads({
    folder: join(folder, "uploads"),
    clock,
    used: async () =>
      isRestored
        ? new Set(uploadsOf([...jobs.list().map(({ request }) => request), ...(await presets.list())]))
        : undefined,
  });
  const gallery = createGallery({ journal: journalFile(pictor.configuration.values, machine), log });
  const thumbnails = openThumbnails({ folder: options.thumbnailsFolder, machine, gallery, clock });
  const attempts = createAttemptLimiter(clock);
  const admission = new Admission();
  const links = createLinks(clock);
  const { warn = () => undefined } = options;
  const sessionCodes = createSessionCodes({ clock, credentials, lifetimeMs: sessionCodeMs, warn });
  const tickets = createOneTimeCodes<Holder>(clock, ticketMs);
  const ending = new AbortController();

  let names: ListenerNames = listenerNames(port === "none" ? 0 : port, publicOrigins, origins);
  const isBusy = (): boolean => jobs.list().some((job) => !isEnded(job)) || operations.isBusy();
  const reloader = new PluginReloader({
    ...{ live, log, isBusy, signal: ending.signal },
    createPictor: () => options.createPictor(people.interaction),
  });
  const deps: RouteDependencies = {
    reloadPlugins: (folder) => reloader.reloadNow(folder),
    ...{ pictor, redact, clock, serverId, version: readVersion(), limits, log, jobs, jobMetrics, gallery },
    ...{
      uploads,
      presets,
      thumbnails,
      people,
      operations,
      profileChanges,
      requests,
      history,
      keptEnvironment,
    },
    ...{ credentials, attempts, admission, links, sessionCodes, tickets, panels: () => panels ?? noPanels },
    sessionRequests: new SessionRequests({ clock, people, credentials }),
    routesOf,
    openapi: () => readSchema("openapi.json"),
  };
  const openAccess = createAccessLog({
    ...{ log: options.accessLog, redact, now: () => performance.now(), date: () => clock.now() },
  });
  const app = createApp({
    ...{ names: () => names, credentials, attempts, links, redact, bodyLimit: limits.bodyBytes },
    ...{ routes: bindRoutes(deps), routesOf, validatorOf: createBodyValidators(), openAccess },
  });
  const lifetimes = createRevocationSignals(credentials);
  const mounts = createMounts(pictor);
  const shared = {
    ...{ pictor, credentials, attempts, admission, lifetimes },
    ...{ mounts, redact, callAs: app.callAs, openAccess },
    url: () => (port === "none" ? inProcessUrl : url),
  };
  const serveApi = createServeApi(shared);
  const upgrades = createUpgradeHandler({ ...shared, tickets, log, serverId, signal: ending.signal });
  const respondAt = createRespond(app);
  const listener: Listener = { names: () => names, url: () => url };
  const respond = respondAt(listener);
  const ports: OpenPort[] = [];
  const closePorts = async (): Promise<void> => {
    const closed = Promise.all(ports.map((opened) => opened.close()));
    for (const opened of ports) opened.disconnect();
    await closed;
  };
  const ownPorts: DedicatedPortAddress[] = [];
  let panels: Panels | undefined;
  try {
    if (port !== "none") {
      const main = await openPort({
        ...{ port, hostname, limits: options.timeLimits ?? standardLimits },
        request: (incoming, outgoing) => {
          if (!serveApi(incoming, outgoing, listener)) respond(incoming, outgoing);
        },
        upgrade: (request, stream, head) => {
          upgrades.handle(request, stream, head, listener);
        },
      });
      ports.push(main);
      url = loopbackUrl(hostname, main.port);
      names = listenerNames(main.port, [url, ...publicOrigins], origins);
    }
    for (const ownPort of options.ports?.(pictor) ?? []) {
      const opened = await openDedicatedPort(ownPort, {
        ...{ mounts, origins },
        request: serveApi,
        upgrade: upgrades.handle,
      });
      ports.push(opened);
      ownPorts.push({ path: ownPort.path, url: opened.url });
    }
    panels = await openPanels(
      (await options.panels?.(pictor)) ?? [],
      { pictor, sessionCodes, redact, respondAt, upgrade: upgrades.handle },
      (opened) => ports.push(opened),
    );
  } catch (error) {
    await closePorts();
    await pictor.dispose();
    throw error;
  }
  await jobs.restore();
  // If the file of the request history cannot be read, the history is empty.
  await history.restore().catch(() => undefined);
  isRestored = true;
  // An error is ignored, because the next upload deletes expired uploads again.
  await uploads.sweep().catch(() => undefined);
  const refreshing = setInterval(() => {
    // An error is ignored, because the file is read again after the next interval.
    credentials.refresh().catch(() => undefined);
  }, refreshIntervalMs).unref();

  const close = async (how: JobShutdown): Promise<void> => {
    clearInterval(refreshing);
    requests.close();
    await operations.close();
    ending.abort();
    upgrades.close();
    lifetimes.close();
    const closed = Promise.all(ports.map((opened) => opened.close()));
    await jobs.end(how);
    await thumbnails.close();
    await pictor.dispose();
    await jobs.close();
    await history.close();
    await upgrades.disconnect();
    for (const opened of ports) opened.disconnect();
    await closed;
  };
  let closing: Promise<void> | undefined;
  return {
    url,
    ports: ownPorts,
    panels,
    pictor,
    token: credentials.issue("pictor serve", scopes).token,
    openApi: createOpenApi(shared),
    reloadPlugins: (folders) => reloader.reload(folders),
    issueCode: () => sessionCodes.issue({ name: "panel", scopes }),
    close: (how = "cancel") => (closing ??= close(how)),
  };
}
