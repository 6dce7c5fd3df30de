// The routes about running jobs, all of them about those of the caller's token alone: progress with a preview, and interrupt.

import { ApiError } from "@pictor/client";
import type { Session } from "../backend/session.js";
import { base64 } from "../jobs/images.js";
import { jsonReply } from "../reply/json-reply.js";
import { progressOf } from "../reply/progress.js";
import type { Route } from "./route.js";

/** The latest preview of a job in base64; null if there is none. */
async function previewOf({ client }: Session, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null;
  try {
    const reply = await client.calls.readPreview({ params: { id } });
    return base64(new Uint8Array(await reply.arrayBuffer()));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

export const progress: Route = async ({ session, url, runs, clock }) => {
  const own = runs.of(session.caller.id);
  const skips = /^(true|1|yes|on)$/i.test(url.searchParams.get("skip_current_image") ?? "");
  const image = skips ? null : await previewOf(session, own[0]?.job?.id);
  return jsonReply(progressOf(own, image, clock.now()));
};

/** Ends all runs of the token: unlike the web UI, Pictor runs several at once. */
export const interrupt: Route = ({ session, runs }) => {
  for (const run of runs.of(session.caller.id)) run.interrupt();
  return Promise.resolve(jsonReply({}));
};
