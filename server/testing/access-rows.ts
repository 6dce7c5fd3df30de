// The kinds of callers that the server lets pass or refuses before it looks at a token, for the tests of its rules; and
// handshakes with any headers.

import { request as httpRequest } from "node:http";

/** The origin of a page of another server that may use the API. */
export const listed = "https://panel.example";
/** The host under which a listener is reached. */
export const hostOf = (port: number): string => `127.0.0.1:${port}`;

export interface Row {
  readonly title: string;
  /** For a listener on this port. */
  readonly headers: (port: number) => Readonly<Record<string, string>>;
  /** The code of the refusal; undefined if the caller may go on. */
  readonly code?: string;
  /** For rows that only a browser page can cause, the handshake has no Sec-Fetch-Site. */
  readonly notForSockets?: true;
}

/** Every kind of caller that a request or a handshake can have. */
export const rows: readonly Row[] = [
  { title: "its own address", headers: (port) => ({ Host: hostOf(port) }) },
  { title: "localhost", headers: (port) => ({ Host: `localhost:${port}` }) },
  { title: "IPv6 loopback", headers: (port) => ({ Host: `[::1]:${port}` }) },
  { title: "a host in capitals", headers: (port) => ({ Host: `LOCALHOST:${port}` }) },
  {
    title: "a rebound name, with an equal origin",
    headers: (port) => ({ Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` }),
    code: "API_HOST_REFUSED",
  },
  { title: "another port as host", headers: () => ({ Host: "127.0.0.1:1" }), code: "API_HOST_REFUSED" },
  { title: "a host without port", headers: () => ({ Host: "127.0.0.1" }), code: "API_HOST_REFUSED" },
  {
    title: "a name that ends like its own",
    headers: (port) => ({ Host: `x.localhost:${port}` }),
    code: "API_HOST_REFUSED",
  },
  {
    title: "its own origin",
    headers: (port) => ({
      Host: hostOf(port),
      Origin: `http://${hostOf(port)}`,
      "Sec-Fetch-Site": "same-origin",
    }),
  },
  {
    title: "a listed origin",
    headers: (port) => ({ Host: hostOf(port), Origin: listed, "Sec-Fetch-Site": "cross-site" }),
  },
  {
    title: "a page of no origin",
    headers: (port) => ({ Host: hostOf(port), Origin: "null" }),
    code: "API_ORIGIN_REFUSED",
  },
  {
    title: "another port of this machine",
    headers: (port) => ({ Host: hostOf(port), Origin: "http://127.0.0.1:1" }),
    code: "API_ORIGIN_REFUSED",
  },
  {
    title: "a foreign origin",
    headers: (port) => ({ Host: hostOf(port), Origin: "https://evil.example" }),
    code: "API_ORIGIN_REFUSED",
  },
  {
    title: "an origin that begins like a listed one",
    headers: (port) => ({ Host: hostOf(port), Origin: `${listed}.evil.example` }),
    code: "API_ORIGIN_REFUSED",
  },
  {
    title: "its own origin over TLS",
    headers: (port) => ({ Host: hostOf(port), Origin: `https://${hostOf(port)}` }),
    code: "API_ORIGIN_REFUSED",
  },
  {
    title: "an image of another port, which has no origin",
    headers: (port) => ({ Host: hostOf(port), "Sec-Fetch-Site": "same-site" }),
    code: "API_FETCH_SITE_REFUSED",
    notForSockets: true,
  },
  {
    title: "a cross-site navigation",
    headers: (port) => ({ Host: hostOf(port), "Sec-Fetch-Site": "cross-site" }),
    code: "API_FETCH_SITE_REFUSED",
    notForSockets: true,
  },
  {
    title: "the script of a service worker",
    headers: (port) => ({ Host: hostOf(port), "Sec-Fetch-Site": "same-origin", "Service-Worker": "script" }),
    code: "API_SERVICE_WORKER_REFUSED",
  },
  {
    title: "an address typed by a person",
    headers: (port) => ({ Host: hostOf(port), "Sec-Fetch-Site": "none" }),
  },
];

/** The codes of the refusals of these rows. */
export const refusals = [
  ...["API_HOST_REFUSED", "API_ORIGIN_REFUSED", "API_FETCH_SITE_REFUSED", "API_SERVICE_WORKER_REFUSED"],
];

/** The code of a problem document. */
export const codeOf = (text: string): string | undefined =>
  (JSON.parse(text) as { readonly code?: string }).code;

/** The status and the text of a reply; 101 for a handshake that has opened a socket. */
export interface Handshake {
  readonly status: number;
  readonly body: string;
}

/** Sends a request with any headers, also those that `fetch` does not send. */
export function requestTo(
  port: number,
  {
    method,
    path,
    headers,
    body,
  }: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  },
): Promise<Handshake> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, method, path, headers });
    request.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, body: "" });
    });
    request.on("response", (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    request.on("error", reject);
    request.end(body === undefined || typeof body === "string" ? body : JSON.stringify(body));
  });
}

/** A handshake with any headers. */
export const handshake = (
  port: number,
  headers: Readonly<Record<string, string>>,
  path = "/v1/events/socket",
): Promise<Handshake> =>
  requestTo(port, {
    method: "GET",
    path,
    headers: {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": Buffer.alloc(16, 1).toString("base64"),
      ...headers,
    },
  });
