// The ports of a server: the main one, those of APIs of plugins, and those of panels. They are closed together.

import { listenerNames, type ListenerNames } from "./access/sender.js";
import { inProcessUrl } from "./apis/open-api.js";
import { openDedicatedPort } from "./apis/own-port.js";
import type { PortHandlers } from "./apis/port-handlers.js";
import type { Listener } from "./apis/serve-api.js";
import { loopbackUrl, openPort, type OpenPort } from "./http/listen.js";
import { noPanels, openPanels, type Panels } from "./panels/panels.js";
import type { CompleteOptions, DedicatedPortAddress } from "./server-options.js";

export class ServerPorts {
  readonly #options: CompleteOptions;
  readonly #opened: OpenPort[] = [];
  #names: ListenerNames;
  #url = "";
  #own: readonly DedicatedPortAddress[] = [];
  #panels = noPanels;

  constructor(options: CompleteOptions) {
    const { port, publicOrigins, origins } = options;
    this.#options = options;
    this.#names = listenerNames(port === "none" ? 0 : port, publicOrigins, origins);
  }

  /** The hosts and origins of the main port. */
  get names(): ListenerNames {
    return this.#names;
  }

  /** The address of the main port; empty before it is open, and if there is none. */
  get url(): string {
    return this.#url;
  }

  /** The address for the APIs of plugins, which exists even if the server has no port. */
  get apiUrl(): string {
    return this.#options.port === "none" ? inProcessUrl : this.#url;
  }

  /** The ports of `ServerOptions.ports`, in their order. */
  get own(): readonly DedicatedPortAddress[] {
    return this.#own;
  }

  get panels(): Panels {
    return this.#panels;
  }

  /**
   * Opens all ports. Rejects as `server.listen`, `openDedicatedPort` and `openPanels` do; `close` then closes those
   * that were opened.
   */
  async open(handlers: PortHandlers): Promise<void> {
    const { port, panels } = this.#options;
    if (port !== "none") await this.#openMain(port, handlers);
    this.#own = await this.#openOwn(handlers);
    const served = await panels(handlers.pictor);
    this.#panels = await openPanels(served, handlers, (opened) => this.#opened.push(opened));
  }

  /** Stops accepting connections. Resolves when the open connections have ended. */
  async close(): Promise<void> {
    await Promise.all(this.#opened.map((opened) => opened.close()));
  }

  /** Ends the open connections. */
  disconnect(): void {
    for (const opened of this.#opened) opened.disconnect();
  }

  async #openMain(port: number, { serveApi, respondAt, upgrade }: PortHandlers): Promise<void> {
    const { hostname, publicOrigins, origins, timeLimits: limits } = this.#options;
    const listener: Listener = { names: () => this.#names, url: () => this.#url };
    const respond = respondAt(listener);
    const main = await openPort({
      port,
      hostname,
      limits,
      request: (incoming, outgoing) => {
        if (!serveApi(incoming, outgoing, listener)) respond(incoming, outgoing);
      },
      upgrade: (request, stream, head) => upgrade(request, stream, head, listener),
    });
    this.#opened.push(main);
    this.#url = loopbackUrl(hostname, main.port);
    this.#names = listenerNames(main.port, [this.#url, ...publicOrigins], origins);
  }

  async #openOwn(handlers: PortHandlers): Promise<DedicatedPortAddress[]> {
    const { ports, origins } = this.#options;
    const addresses: DedicatedPortAddress[] = [];
    for (const ownPort of ports(handlers.pictor)) {
      const opened = await openDedicatedPort(ownPort, handlers, origins);
      this.#opened.push(opened);
      addresses.push({ path: ownPort.path, url: opened.url });
    }
    return addresses;
  }
}
