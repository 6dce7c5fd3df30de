// A receiver of webhooks: an HTTP server that answers as the test says, and checks signatures with the Web Cryptography
// API, not with the code of server/webhooks/.

import { createServer, type Server } from "node:http";
import { listen } from "@pictor/host/testing";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether a message has the signature that Standard Webhooks asks for. */
export async function isSigned(secret: string, headers: Headers, body: string): Promise<boolean> {
  const bytes = Uint8Array.from(atob(secret.replace("whsec_", "")), (letter) => letter.charCodeAt(0));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const [version, text = ""] = String(headers["webhook-signature"]).split(",");
  const signature = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return version === "v1" && crypto.subtle.verify("HMAC", key, signature, new TextEncoder().encode(signed));
}

export interface Receiver {
  readonly url: string;
  readonly received: { readonly headers: Headers; readonly body: string }[];
  /** The statuses of the next replies; then 204. */
  readonly statuses: number[];
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Receiver["received"][number][] = [];
  const statuses: number[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  const { origin, close } = await listen(server);
  return { url: `${origin}/hook`, received, statuses, close };
}
