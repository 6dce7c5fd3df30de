// Checks the options of `serve`.

import { UsageError } from "../../base/usage-error.js";
import { parseWholeNumber } from "../../input/whole-number.js";

/** The options as the user typed them. */
export interface ServeApiOptions {
  readonly port?: string;
  readonly listen?: string;
  readonly behindProxy?: readonly string[];
  readonly origins?: readonly string[];
  readonly comfy?: readonly string[];
  readonly panel?: readonly string[];
  readonly detach?: true;
  readonly accessLog?: string;
  /** Whether sent requests are kept; false with `--no-request-history`. */
  readonly requestHistory?: boolean;
  readonly yes?: true;
  /** Id of a built-in panel that is served without a question, and whose page is opened in the browser. */
  readonly opens?: string;
  /** Whether the page of the panel is opened in a browser. */
  readonly browser?: boolean;
}

/** A backend whose ComfyUI protocol is served on a port of its own. */
export interface ComfyPort {
  readonly port: number;
  readonly backend: string;
}

/** A panel, and the port on which it is served. */
export interface PanelPort {
  readonly id: string;
  /** The port; 0 for a free one. */
  readonly port: number;
}

export interface ServeApiPlan {
  readonly port: number;
  readonly hostname: string;
  readonly publicOrigins: readonly string[];
  readonly origins: readonly string[];
  readonly comfy: readonly ComfyPort[];
  readonly panels: readonly PanelPort[];
  /** What happens to the running jobs when the server stops. */
  readonly jobsAtEnd: "cancel" | "leave";
  /** Path of the access log. */
  readonly accessLogFile?: string;
  /** Whether the requests that panels send are kept. */
  readonly keepsRequests: boolean;
  /** Whether panels are granted their scopes without a question. */
  readonly yes: boolean;
  /** Id of the panel whose page is opened. */
  readonly opens?: string;
}

export const standardPort = 8190;
const loopback: readonly string[] = ["127.0.0.1", "::1", "localhost"];

/** The origin of an address; undefined if the address has a path or other parts. */
function originOf(option: string, text: string, protocols: readonly string[]): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url?.origin === text.replace(/\/$/, "").toLowerCase();
  if (url !== undefined && isOrigin && protocols.includes(url.protocol)) return url.origin;
  const form = protocols.map((protocol) => `${protocol}//host`).join(" or ");
  const what = `${option}: expected an origin such as ${form}, found "${text}".`;
  throw new UsageError("USAGE_VALUE", what, "An origin has a scheme, a host and a port, and no path.");
}

function comfyPortOf(text: string): ComfyPort {
  const [, port, backend = ""] = /^(\d+)=(.+)$/.exec(text) ?? [];
  const hint = "Give a port, an equals sign, and the name of a backend, such as 8188=studio.";
  if (backend === "")
    throw new UsageError("USAGE_VALUE", `--comfy: expected <port>=<backend>, found "${text}".`, hint);
  return {
    backend,
    port: parseWholeNumber(port, { option: "--comfy", fallback: 0, min: 0, max: 65_535, hint }),
  };
}

function panelPortOf(text: string): PanelPort {
  const [id = "", port, ...more] = text.split("=");
  const hint = "Give the id of a panel, or an id, an equals sign and a port, such as gallery=8191.";
  if (id === "" || more.length > 0)
    throw new UsageError("USAGE_VALUE", `--panel: expected <id> or <id>=<port>, found "${text}".`, hint);
  return { id, port: parseWholeNumber(port, { option: "--panel", fallback: 0, min: 0, max: 65_535, hint }) };
}

/** Each port may be given only once, except 0, which stands for a free port. */
function comfyPortsOf(texts: readonly string[], main: number): readonly ComfyPort[] {
  const ports = texts.map(comfyPortOf);
  const taken = [main, ...ports.map(({ port }) => port)].filter((port) => port !== 0);
  const twice = taken.find((port, index) => taken.indexOf(port) !== index);
  if (twice === undefined) return ports;
  const what = `--comfy: the port ${twice} is given twice.`;
  throw new UsageError("USAGE_VALUE", what, "Choose another port, or 0 for a free one.");
}

/**
 * Converts the options to a plan. Throws a UsageError. An address other than loopback is refused without a proxy,
 * because the API does not use TLS.
 */
export function planServeApi({
  port,
  listen,
  behindProxy = [],
  origins = [],
  comfy = [],
  panel = [],
  detach,
  accessLog,
  requestHistory = true,
  yes,
  opens,
}: ServeApiOptions): ServeApiPlan {
  const hostname = listen ?? "127.0.0.1";
  if (!loopback.includes(hostname) && behindProxy.length === 0) {
    const what = `--listen ${hostname}: tokens would cross the network as plain text.`;
    const hint = "Put a TLS proxy before the server, and name its origin with --behind-proxy.";
    throw new UsageError("USAGE_VALUE", what, hint);
  }
  const main = parseWholeNumber(port, {
    ...{ option: "--port", fallback: standardPort, min: 0, max: 65_535 },
    hint: "0 picks a free port.",
  });
  return {
    hostname,
    port: main,
    comfy: comfyPortsOf(comfy, main),
    panels: panel.map(panelPortOf),
    jobsAtEnd: detach === true ? "leave" : "cancel",
    ...(accessLog !== undefined && { accessLogFile: accessLog }),
    keepsRequests: requestHistory,
    yes: yes === true,
    ...(opens !== undefined && { opens }),
    publicOrigins: behindProxy.map((text) => originOf("--behind-proxy", text, ["https:"])),
    origins: origins.map((text) => originOf("--origins", text, ["https:", "http:"])),
  };
}
