// What the functions of the routes use.

import type { Presets } from "@pictor/features/presets";
import type { Pictor, Redact } from "@pictor/host";
import type { Clock } from "@pictor/kernel";
import type { FormValues } from "@pictor/client";
import type { Admission } from "../access/admission.js";
import type { Credentials } from "../access/credentials.js";
import type { Authentication } from "../http/authenticate.js";
import type { RevocationSignals } from "../access/lifetimes.js";
import type { Links } from "../access/links.js";
import type { OneTimeCodes } from "../access/one-time-codes.js";
import type { SessionCodes } from "../access/session-codes.js";
import type { Caller, OperationSpec } from "@pictor/features/base";
import type { EventLog } from "../events/event-log.js";
import type { JobRegistry } from "../jobs/job-registry.js";
import type { JobMetrics } from "../metrics/job-metrics.js";
import type { Operations } from "../operations/operations.js";
import type { Panels } from "../panels/panels.js";
import type { Gallery } from "@pictor/features/gallery";
import type { Thumbnails } from "../pictures/thumbnails.js";
import type { SessionRequests } from "../people/session-requests.js";
import type { ClientInteraction } from "../people/people.js";
import type { Uploads } from "../uploads/uploads.js";
import type { ProfileChanges } from "@pictor/features/profiles";
import type { OwnerQuotas } from "../quotas/owner-quotas.js";
import type { KeptEnvironment } from "../requests/kept-environment.js";
import type { Webhooks } from "../webhooks/webhooks.js";
import type { RequestHistory } from "../requests/request-history.js";
import type { Requests } from "../requests/requests.js";

export interface Limits {
  /** Size limit of a JSON body, in bytes. */
  readonly bodyBytes: number;
  /** Size limit of an upload, in bytes. */
  readonly uploadBytes: number;
  /** Number of events that a client can resume. */
  readonly eventsKept: number;
}

export interface RouteDependencies {
  readonly pictor: Pictor;
  /** Replaces known secrets and the tokens of the API. */
  readonly redact: Redact;
  readonly clock: Clock;
  readonly serverId: string;
  readonly version: string;
  readonly limits: Limits;
  readonly log: EventLog;
  readonly jobs: JobRegistry;
  readonly quotas: OwnerQuotas;
  readonly webhooks: Webhooks;
  readonly jobMetrics: JobMetrics;
  readonly gallery: Gallery;
  readonly uploads: Uploads;
  readonly presets: Presets;
  /**
   * Checks the values of a form that a caller wants to save, or to show in the forms of others. Rejects as
   * `requireFormValues`.
   */
  requireForm(values: FormValues, caller: Pick<Caller, "scopes">): Promise<void>;
  readonly thumbnails: Thumbnails;
  readonly people: ClientInteraction;
  /** Returns the panels, which are opened before the server answers requests. */
  readonly panels: () => Panels;
  readonly operations: Operations;
  /** Reloads plugins after a folder has changed. Resolves to false if that has to wait for the end of jobs. */
  reloadPlugins(folder: string): Promise<boolean>;
  readonly profileChanges: ProfileChanges;
  readonly requests: Requests;
  readonly history: RequestHistory;
  readonly keptEnvironment: Pick<KeptEnvironment, "keep">;
  readonly credentials: Credentials;
  /** For the streams of events, which stay open while the server ends the jobs: these signals are never closed. */
  readonly streamLifetimes: Pick<RevocationSignals, "signalOf">;
  readonly authentication: Authentication;
  /** Counts the open sockets and streams of each token. */
  readonly admission: Admission;
  readonly links: Links;
  /** The codes for the first visits of panels. */
  readonly sessionCodes: SessionCodes;
  /** The pages without a session that ask to be admitted. */
  readonly sessionRequests: SessionRequests;
  /** The tickets for the handshake of the event socket. */
  readonly tickets: OneTimeCodes<Caller>;
  /** The routes with a path, one for each method. */
  routesOf(path: string): readonly OperationSpec[];
  /** The text of schemas/openapi.json. */
  openapi(): Promise<string>;
}
