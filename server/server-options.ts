// Options and result of createServer.

import type { Pictor } from "@pictor/host";
import {
  aFunction,
  anything,
  exactly,
  realClock,
  requireShape,
  type Clock,
  type Interaction,
} from "@pictor/kernel";
import type { CallApi, InProcessCaller } from "./apis/open-api.js";
import type { DedicatedPort } from "./apis/own-port.js";
import type { AccessLog } from "./http/access-log.js";
import { eventsKept } from "./events/event-log.js";
import { loopback, standardLimits, type TimeLimits } from "./http/listen.js";
import type { PluginsReload } from "./reloading/plugin-reloader.js";
import type { JobShutdown } from "./jobs/registry-types.js";
import type { Panels, ServedPanel } from "./panels/panels.js";
import { serverFolder } from "./server-folder.js";

export interface ServerOptions {
  /** Creates Pictor with the interaction that sends questions to the clients. */
  readonly createPictor: (interaction: Interaction) => Promise<Pictor>;
  /** The address on which the server listens. Default 127.0.0.1. Any other address requires `publicOrigins`. */
  readonly hostname?: string;
  /**
   * The port. `none`: the server does not listen, and only `PictorServer.openApi` reaches it. Default 0: a free port.
   */
  readonly port?: number | "none";
  /** Origins under which a proxy, or the network, reaches the server, such as `https://pictor.studio.example`. Default: none. */
  readonly publicOrigins?: readonly string[];
  /** Origins of pages of other servers that may use the API, on its own port and on those of `ports`. Default: none. */
  readonly origins?: readonly string[];
  /** The folder of the tokens and of the jobs. Default: the folder `server` in the user's data folder. */
  readonly folder?: string;
  /** The folder of the thumbnails. Default: the folder `thumbnails` in the user's cache folder. */
  readonly thumbnailsFolder?: string;
  /** The file of the presets. Default: `presets.json` in the user's data folder. */
  readonly presetsFile?: string;
  /** Whether sent requests are kept, without secrets, so that they can be sent again. Default true. */
  readonly keepsRequests?: boolean;
  /** Receives a record of each request. Default: none. */
  readonly accessLog?: AccessLog;
  /** Receives what the person at the server should know, as a sentence. Default: the sentence is dropped. */
  readonly warn?: (text: string) => void;
  /** Number of events that a client can resume after a lost connection. Default 10,000. */
  readonly eventsKept?: number;
  /** Number of ended jobs that the server keeps. Default 2,000. */
  readonly jobsKept?: number;
  /**
   * Paths of the APIs of plugins that are served on separate ports, to this machine and without a token. Default: none.
   */
  readonly ports?: (pictor: Pictor) => readonly DedicatedPort[];
  /** Panels of plugins that are served, each on a separate port. Default: none. */
  readonly panels?: (pictor: Pictor) => Promise<readonly ServedPanel[]>;
  /**
   * Time limits for clients of the main port. Default: 10 s for headers, 5 minutes for a request, 15 minutes without a
   * byte.
   */
  readonly timeLimits?: TimeLimits;
  readonly clock?: Clock;
}

const someOptions = exactly<ServerOptions>({
  createPictor: aFunction,
  hostname: anything,
  port: anything,
  publicOrigins: anything,
  origins: anything,
  folder: anything,
  thumbnailsFolder: anything,
  presetsFile: anything,
  keepsRequests: anything,
  accessLog: anything,
  warn: anything,
  eventsKept: anything,
  jobsKept: anything,
  ports: anything,
  panels: anything,
  timeLimits: anything,
  clock: anything,
});

const complete = (options: ServerOptions) => ({
  ...options,
  hostname: options.hostname ?? loopback,
  port: options.port ?? 0,
  publicOrigins: options.publicOrigins ?? [],
  origins: options.origins ?? [],
  folder: options.folder ?? serverFolder(process.env),
  keepsRequests: options.keepsRequests ?? true,
  warn: options.warn ?? (() => undefined),
  eventsKept: options.eventsKept ?? eventsKept,
  jobsKept: options.jobsKept ?? 2_000,
  ports: options.ports ?? (() => []),
  panels: options.panels ?? (() => Promise.resolve([])),
  timeLimits: options.timeLimits ?? standardLimits,
  clock: options.clock ?? realClock,
});

/** The options with their defaults. */
export type CompleteOptions = ReturnType<typeof complete>;

/** Throws `SETTINGS_INVALID` for an unknown option. */
export function completeOptions(options: ServerOptions): CompleteOptions {
  requireShape("the options of createServer", options, someOptions);
  return complete(options);
}

/** The address at which a path of an API is served. */
export interface DedicatedPortAddress {
  readonly path: string;
  readonly url: string;
}

export interface PictorServer {
  /** The address of the server: `http://127.0.0.1:PORT`; empty if it listens nowhere. */
  readonly url: string;
  /** The opened ports, in the order in which `ServerOptions.ports` lists them. */
  readonly ports: readonly DedicatedPortAddress[];
  readonly pictor: Pictor;
  /** A token with all scopes that ends with the server. */
  readonly token: string;
  readonly panels: Panels;
  /**
   * Opens the API of a plugin for this process: its requests need no port, and have the rights of the given scopes. Rejects
   * with `API_SCOPE_MISSING`, or as `Pictor.openApi`.
   */
  openApi(id: string, caller: InProcessCaller): Promise<CallApi>;
  /**
   * Reloads plugins after their files in these folders have changed: with a new Pictor, once no job and no operation
   * runs. The previous plugins stay in use if a changed one cannot be loaded. Clients receive an event `plugins`.
   */
  reloadPlugins(folders: readonly string[]): Promise<PluginsReload>;
  /** Creates a code for the first visit of a page, valid once, for a minute. */
  issueCode(): string;
  /**
   * Ends the connections, the jobs and Pictor. With `leave`, jobs that a backend outside this process has accepted
   * continue there, and the next server with the same folder follows them to their ends. Default: `cancel`.
   */
  close(jobs?: JobShutdown): Promise<void>;
}
