// Routes: requests to other servers.

import type { Handlers } from "../http/handler.js";
import { parseCurlText } from "../requests/curl-request.js";
import type { RouteDependencies } from "./dependencies.js";

export const requestHandlers = ({
  requests,
}: RouteDependencies): Handlers<"sendRequest" | "parseCurl" | "readRequestBody" | "deleteRequest"> => ({
  sendRequest: async ({ body, holder, signal }) => ({
    status: 200,
    json: await requests.send(body, holder, signal),
  }),
  parseCurl: async ({ body: { text } }) => ({ status: 200, json: { request: await parseCurlText(text) } }),
  readRequestBody: ({ params: { id }, holder }) =>
    new Response(Uint8Array.from(requests.body(id, holder)), {
      headers: {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": 'attachment; filename="body"',
      },
    }),
  deleteRequest: ({ params: { id }, holder }) => {
    requests.remove(id, holder);
    return { status: 200, json: {} };
  },
});
