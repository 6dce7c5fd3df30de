// The parts of the local API that do its work, and the order in which they are restored and closed.

import { join } from "node:path";
import { isEnded } from "@pictor/client";
import { journalFile, Gallery } from "@pictor/features/gallery";
import { openPresets, presetsFile } from "@pictor/features/presets";
import type { Redact } from "@pictor/host";
import { thisMachine } from "@pictor/kernel";
import { fileFault } from "@pictor/services";
import type { Caller } from "@pictor/features/base";
import { Admission } from "./access/admission.js";
import { AttemptLimiter } from "./access/attempts.js";
import type { Credentials } from "./access/credentials.js";
import { RevocationSignals } from "./access/lifetimes.js";
import { Links } from "./access/links.js";
import { withoutTokens } from "./access/new-token.js";
import { OneTimeCodes } from "./access/one-time-codes.js";
import { SessionCodes, type SessionGrant } from "./access/session-codes.js";
import { readSchema } from "./contract/schema-files.js";
import { EventLog } from "./events/event-log.js";
import { RecordJournal } from "./files/record-journal.js";
import { requireFormValues } from "./forms/check-values.js";
import { createJobJournal } from "./jobs/job-journal.js";
import { Authentication } from "./http/authenticate.js";
import { JobRegistry } from "./jobs/job-registry.js";
import { requestOf } from "./forms/job-request.js";
import { settingsSchemasOf } from "./forms/settings-schemas-of.js";
import { LivingServers } from "./jobs/living-servers.js";
import type { JobShutdown } from "./jobs/registry-types.js";
import { JobMetrics } from "./metrics/job-metrics.js";
import { Operations } from "./operations/operations.js";
import { generateAsking } from "./people/generate-asking.js";
import { ClientInteraction } from "./people/people.js";
import { SessionRequests } from "./people/session-requests.js";
import { openThumbnails } from "./pictures/open-thumbnails.js";
import { createProfileChanges } from "@pictor/features/profiles";
import { OwnerQuotas } from "./quotas/owner-quotas.js";
import { followProfiles } from "./reloading/follow-profiles.js";
import { LivePictor } from "./reloading/live-pictor.js";
import { PluginReloader } from "./reloading/plugin-reloader.js";
import { KeptEnvironment } from "./requests/kept-environment.js";
import { RequestHistory } from "./requests/request-history.js";
import { createRequests } from "./requests/requests.js";
import type { RouteDependencies } from "./routes/dependencies.js";
import { routes, routesOf } from "./routes/table.js";
import { openCredentials } from "./server-folder.js";
import type { CompleteOptions } from "./server-options.js";
import type { ServerPorts } from "./server-ports.js";
import { uploadsOf } from "./uploads/references.js";
import { Uploads } from "./uploads/uploads.js";
import { readVersion } from "./version.js";
import { isWebhookRecord } from "./webhooks/webhook-record.js";
import { Webhooks } from "./webhooks/webhooks.js";

const fixedLimits = { bodyBytes: 1_000_000, uploadBytes: routes.upload.bytes.limit } as const;
const sessionCodeMs = 60_000;
const ticketMs = 30_000;

/** What all parts need. */
interface Base extends Pick<RouteDependencies, "clock" | "log" | "people" | "pictor" | "redact"> {
  readonly options: CompleteOptions;
  /** The folder of the tokens, the jobs and the uploads. */
  readonly folder: string;
}

/** Creates Pictor, and the interaction with which Pictor asks the clients. */
async function openBase(
  options: CompleteOptions,
  ports: ServerPorts,
): Promise<Base & { readonly live: LivePictor }> {
  const { clock, folder, eventsKept } = options;
  const log = new EventLog({ clock, capacity: eventsKept });
  // Until Pictor is created, no secret has been read, so there is nothing to redact.
  let redactText: Redact = (text) => text;
  const people = new ClientInteraction({
    log,
    clock,
    redact: (text) => redactText(text),
    canAnswer: () => ports.url !== "",
  });
  const live = new LivePictor(await options.createPictor(people.interaction));
  const redact = (text: string): string => withoutTokens(live.view.redact(text));
  redactText = redact;
  return { options, clock, folder, log, people, live, pictor: live.view, redact };
}

/** The jobs, and the files of their inputs and outputs. */
function openJobs({ options, clock, folder, log, people, pictor, redact }: Base) {
  const machine = thisMachine(process.env);
  const jobMetrics = new JobMetrics();
  const servers = new LivingServers(join(folder, "servers"));
  const jobs: JobRegistry = new JobRegistry({
    onEnd: (job) => {
      jobMetrics.ended(job);
      webhooks.jobEnded(job.id);
    },
    pictor,
    log,
    generate: generateAsking(pictor, people),
    journal: createJobJournal(join(folder, "jobs.jsonl")),
    clock,
    servers,
    // Whether the request may name a file was checked when the job was submitted.
    requestOf: (shown) => requestOf(shown, settingsSchemasOf(pictor), ["admin"], uploads),
    jobsKept: options.jobsKept,
  });
  const webhooks = new Webhooks({
    pictor,
    log,
    clock,
    redact,
    servers,
    journal: new RecordJournal(join(folder, "webhooks.jsonl"), isWebhookRecord),
    job: (id) => jobs.list().find((job) => job.id === id),
    onDone: (result) => jobMetrics.webhookDone(result),
  });
  const quotas = new OwnerQuotas({
    pictor,
    ofAll: () => pictor.configuration.values.server?.quota,
    jobs: () => jobs.list(),
    clock,
  });
  const presets = openPresets(options.presetsFile ?? presetsFile(machine));
  const uploads = new Uploads({
    folder: join(folder, "uploads"),
    clock,
    used: async () =>
      jobs.isRestored
        ? new Set(uploadsOf([...jobs.list().map(({ request }) => request), ...(await presets.list())]))
        : undefined,
  });
  const gallery = new Gallery({ journal: journalFile(pictor.configuration.values, machine), log });
  const thumbnails = openThumbnails({ folder: options.thumbnailsFolder, machine, gallery, clock });
  return { servers, jobs, quotas, webhooks, jobMetrics, presets, uploads, gallery, thumbnails };
}

/** The requests that clients send, their history, and the environment that they have chosen. */
async function openRequests({ options, clock, folder, log, people, pictor, redact }: Base) {
  const profileChanges = createProfileChanges({ pictor, log });
  const requests = createRequests({ pictor, people, profileChanges, clock });
  const history = new RequestHistory({
    path: join(folder, "requests.jsonl"),
    isKept: options.keepsRequests,
    schemes: () => pictor.contributions("authSchemes"),
    redact,
  });
  const keptEnvironment = new KeptEnvironment({ path: join(folder, "environments.json"), pictor });
  await keptEnvironment.restore();
  return { profileChanges, requests, history, keptEnvironment };
}

/** The tokens, sessions and codes with which callers may use the server. */
function openAccess({ options, clock, people }: Base, credentials: Credentials) {
  const { warn } = options;
  return {
    credentials,
    streamLifetimes: new RevocationSignals(credentials),
    authentication: new Authentication(credentials, new AttemptLimiter(clock)),
    admission: new Admission(),
    links: new Links(clock),
    sessionCodes: new SessionCodes(new OneTimeCodes<SessionGrant>(clock, sessionCodeMs), credentials, warn),
    sessionRequests: new SessionRequests(clock, people, credentials),
    tickets: new OneTimeCodes<Caller>(clock, ticketMs),
  };
}

export type ServerParts = Awaited<ReturnType<typeof createParts>>;

/** Creates Pictor and the parts of the API. Rejects as `createPictor` does; Pictor is disposed if its parts cannot be created. */
export async function createParts(options: CompleteOptions, ports: ServerPorts) {
  const base = await openBase(options, ports);
  try {
    return await partsOf(base, ports);
  } catch (error) {
    await base.pictor.dispose();
    throw error;
  }
}

async function partsOf(base: Base & { readonly live: LivePictor }, ports: ServerPorts) {
  const { live, options, ...shared } = base;
  const { pictor, clock, log, people, redact, folder } = shared;
  const ending = new AbortController();
  const operations = new Operations({ log, people, clock, redact });
  const work = openJobs(base);
  const isBusy = (): boolean => work.jobs.list().some((job) => !isEnded(job)) || operations.isBusy();
  const createPictor = () => options.createPictor(people.interaction);
  const reloader = new PluginReloader({ live, log, isBusy, signal: ending.signal, createPictor });
  const deps: RouteDependencies = {
    pictor,
    redact,
    clock,
    log,
    people,
    operations,
    ...work,
    ...(await openRequests(base)),
    ...openAccess(base, openCredentials(folder, pictor.configuration.directory, clock)),
    serverId: work.servers.id,
    version: readVersion(),
    limits: { ...fixedLimits, eventsKept: options.eventsKept },
    requireForm: (values, { scopes }) => requireFormValues(values, scopes, pictor, work.uploads),
    panels: () => ports.panels,
    reloadPlugins: (changed) => reloader.reloadNow(changed),
    routesOf,
    openapi: () => readSchema("openapi.json"),
  };
  followProfiles(deps, options.warn, ending.signal);
  return {
    deps,
    reloader,
    ending,
    /** Registers this server as alive. Rejects with `FILE_DISK_FULL` or `FILE_NOT_WRITABLE`. */
    enter: () =>
      work.servers.enter().catch((error: unknown) => {
        throw fileFault(folder, error);
      }),
    /** Reads the data of earlier runs. Rejects as `JobRegistry.restore`. */
    async restore(): Promise<void> {
      await work.jobs.restore();
      await work.webhooks.restore();
      // If the file of the request history cannot be read, the history is empty.
      await deps.history.restore().catch(() => undefined);
      // An error is ignored, because the next upload deletes expired uploads again.
      await work.uploads.sweep().catch(() => undefined);
    },
    /** Ends the requests, the operations, and the calls that wait for them. */
    async stopWork(): Promise<void> {
      deps.requests.close();
      await operations.close();
      ending.abort();
    },
    /** Ends the jobs and Pictor. */
    async close(how: JobShutdown): Promise<void> {
      work.webhooks.stop();
      await work.jobs.end(how);
      await work.thumbnails.close();
      await pictor.dispose();
      await work.jobs.close();
      await work.webhooks.close();
      await deps.history.close();
      await work.servers.leave();
    },
  };
}
