// The CORS mode of the real server: it takes the place of the origin guard.
import type { Reply } from "./reply.js";

/** Every reply but 413 carries the headers, as recorded. */
export function withCors(reply: Reply, origin: string | undefined): Reply {
  if (origin === undefined || reply.status === 413) return reply;
  return {
    ...reply,
    headers: {
      ...reply.headers,
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Allow-Methods": "POST, GET, DELETE, PUT, OPTIONS, PATCH",
      "Access-Control-Allow-Headers": "Content-Type, Authorization",
      "Access-Control-Allow-Credentials": "true",
    },
  };
}
