// What the handlers of all groups share.

import type { Clock, Pictor } from "@pictor/host";
import type { Credentials, Holder } from "../access/credentials.js";
import type { Links } from "../access/links.js";
import type { OneTimeCodes } from "../access/one-time-codes.js";
import type { EventLog } from "../events/event-log.js";
import type { JobRegistry } from "../jobs/registry-types.js";
import type { Operations } from "../operations/operations.js";
import type { Panels } from "../panels/panels.js";
import type { Gallery } from "../pictures/gallery.js";
import type { Thumbnails } from "../pictures/thumbnails.js";
import type { People } from "../people/people.js";
import type { Uploads } from "../uploads/uploads.js";
import type { ProfileChanges } from "../profiles/profile-changes.js";
import type { Requests } from "../requests/requests.js";

export interface Limits {
  /** Bytes of a JSON body. */
  readonly bodyBytes: number;
  /** Bytes of an upload. */
  readonly uploadBytes: number;
  /** Events that a client can resume. */
  readonly eventsKept: number;
}

export interface RouteDependencies {
  readonly pictor: Pictor;
  readonly clock: Clock;
  readonly serverId: string;
  readonly version: string;
  readonly limits: Limits;
  readonly log: EventLog;
  readonly jobs: JobRegistry;
  readonly gallery: Gallery;
  readonly uploads: Uploads;
  readonly thumbnails: Thumbnails;
  readonly people: People;
  /** Open before the server answers. */
  readonly panels: () => Panels;
  readonly operations: Operations;
  readonly profileChanges: ProfileChanges;
  readonly requests: Requests;
  readonly credentials: Credentials;
  readonly links: Links;
  /** Codes of the panel's first visit. */
  readonly sessionCodes: OneTimeCodes<Pick<Holder, "name" | "scopes">>;
  /** For the handshake of the event socket. */
  readonly tickets: OneTimeCodes<Holder>;
  /** The text of schemas/openapi.json. */
  openapi(): Promise<string>;
}
