// Checks the options of `serve`.

import { UsageError } from "../../base/usage-error.js";
import { parsePort } from "../../input/whole-number.js";

/** The options as the user typed them. */
export interface ServeApiOptions {
  readonly port?: string;
  readonly listen?: string;
  readonly behindProxy?: readonly string[];
  readonly origins?: readonly string[];
  readonly comfy?: readonly string[];
  readonly api?: readonly string[];
  readonly panel?: readonly string[];
  readonly detach?: true;
  readonly accessLog?: string;
  /** Whether sent requests are kept; false with `--no-request-history`. */
  readonly requestHistory?: boolean;
  readonly yes?: true;
  readonly watch?: true;
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

/** An API of a plugin, and the port of its own on which it is served. */
export interface ApiPort {
  readonly port: number;
  /** Id of the API. */
  readonly api: string;
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
  readonly apis: readonly ApiPort[];
  readonly panels: readonly PanelPort[];
  /** What happens to the running jobs when the server stops. */
  readonly jobsAtEnd: "cancel" | "leave";
  /** Path of the access log. */
  readonly accessLogFile?: string;
  /** Whether the requests that panels send are kept. */
  readonly keepsRequests: boolean;
  /** Whether panels are granted their scopes without a question. */
  readonly yes: boolean;
  /** Whether plugins are loaded anew after their files have changed. */
  readonly watches: boolean;
  /** Id of the panel whose page is opened. */
  readonly opens?: string;
}

const standardPort = 8190;
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

const namedPorts = {
  "--comfy": { form: "<port>=<backend>", hint: "the name of a backend, such as 8188=studio" },
  "--api": { form: "<port>=<id>", hint: "the id of an API, such as 7860=a1111" },
} as const;

/** The port and the name in a value such as `8188=studio`. */
function namedPortOf(
  option: keyof typeof namedPorts,
  text: string,
): { readonly port: number; readonly name: string } {
  const [, port, name = ""] = /^(\d+)=(.+)$/.exec(text) ?? [];
  const { form, hint: what } = namedPorts[option];
  const hint = `Give a port, an equals sign, and ${what}.`;
  if (name === "") throw new UsageError("USAGE_VALUE", `${option}: expected ${form}, found "${text}".`, hint);
  return { name, port: parsePort(port, { option, fallback: 0, hint }) };
}

function panelPortOf(text: string): PanelPort {
  const [id = "", port, ...more] = text.split("=");
  const hint = "Give the id of a panel, or an id, an equals sign and a port, such as gallery=8191.";
  if (id === "" || more.length > 0)
    throw new UsageError("USAGE_VALUE", `--panel: expected <id> or <id>=<port>, found "${text}".`, hint);
  return { id, port: parsePort(port, { option: "--panel", fallback: 0, hint }) };
}

/** Throws for a port that is given twice, except 0, which stands for a free port. */
function requireDifferentPorts(ports: readonly number[]): void {
  const taken = ports.filter((port) => port !== 0);
  const twice = taken.find((port, index) => taken.indexOf(port) !== index);
  if (twice === undefined) return;
  const what = `The port ${twice} is given twice.`;
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
  api = [],
  panel = [],
  detach,
  accessLog,
  requestHistory = true,
  yes,
  watch,
  opens,
}: ServeApiOptions): ServeApiPlan {
  const hostname = listen ?? "127.0.0.1";
  if (!loopback.includes(hostname) && behindProxy.length === 0) {
    const what = `--listen ${hostname}: tokens would cross the network as plain text.`;
    const hint = "Put a TLS proxy in front of the server, and name its origin with --behind-proxy.";
    throw new UsageError("USAGE_VALUE", what, hint);
  }
  const main = parsePort(port, { option: "--port", fallback: standardPort });
  const gateways = comfy.map((text) => namedPortOf("--comfy", text));
  const apis = api.map((text) => namedPortOf("--api", text));
  const panels = panel.map(panelPortOf);
  requireDifferentPorts([main, ...[...gateways, ...apis, ...panels].map((each) => each.port)]);
  return {
    hostname,
    port: main,
    comfy: gateways.map(({ port, name }) => ({ port, backend: name })),
    apis: apis.map(({ port, name }) => ({ port, api: name })),
    panels,
    jobsAtEnd: detach === true ? "leave" : "cancel",
    ...(accessLog !== undefined && { accessLogFile: accessLog }),
    keepsRequests: requestHistory,
    yes: yes === true,
    watches: watch === true,
    ...(opens !== undefined && { opens }),
    publicOrigins: behindProxy.map((text) => originOf("--behind-proxy", text, ["https:"])),
    origins: origins.map((text) => originOf("--origins", text, ["https:", "http:"])),
  };
}

/** The option of the command that names a port. `pictor panel` names the ports of its panel and of the local API. */
export function portOptionOf({ port: own, comfy, apis, opens }: ServeApiPlan, port: number): string {
  if (port === own) return opens === undefined ? "--port" : "--api-port";
  if (comfy.some((one) => one.port === port)) return "--comfy";
  if (apis.some((one) => one.port === port)) return "--api";
  return opens === undefined ? "--panel" : "--port";
}
