// Two APIs of a plugin: /echo tells what it was asked, with a socket that returns frames; /bearer takes the token as Bearer only.

import { manifestOf } from "@pictor/host/testing";
import type { Api, Plugin } from "@pictor/kernel";

/** The plugin, which records the requests and handshakes that it sees. */
export function echoApi(seen: string[]): { readonly manifest: object; readonly plugin: Plugin } {
  const pathOf = ({ url }: Request): string => new URL(url).pathname;
  const echo: Api = {
    async fetch(request) {
      seen.push(`${request.method} ${pathOf(request)}`);
      const body = request.method === "POST" ? await request.text() : undefined;
      return Response.json({ path: pathOf(request), body }, { headers: { "Set-Cookie": "a=b" } });
    },
    upgrade(request) {
      seen.push(`upgrade ${pathOf(request)}`);
      return { open: (socket) => ({ message: (data) => socket.send(data), close: () => undefined }) };
    },
  };
  const scopes = ["generate"];
  return {
    manifest: manifestOf("api-echo", "api", {
      contributes: {
        apis: [
          {
            id: "echo",
            prefix: "/echo",
            title: "Echo",
            scopes,
            webSocket: true,
            ownPort: true,
            credentials: ["x-api-key", "basic"],
          },
          { id: "bearer", prefix: "/bearer", title: "Bearer", scopes },
        ],
      },
    }),
    plugin: () => ({ provides: { apis: { echo, bearer: { fetch: () => new Response("ok") } } } }),
  };
}
