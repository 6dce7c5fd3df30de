// Adds CORS headers to replies, as real servers with `--enable-cors-header` do.
import type { Reply } from "@pictor/comfyui-protocol";

/** Real servers add the headers to every reply but 413. */
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
