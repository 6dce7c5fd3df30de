// Progress of a job as notifications of the Protocol. The number must grow with each notification, also when only the
// text changes.

import type { ServerNotification } from "@modelcontextprotocol/sdk/types.js";
import type { Report } from "../schema/tool.js";

/** What a notification adds at least, in percent. */
const least = 0.01;

/** Without a token, the client wants no notifications. */
export function reporter(
  progressToken: string | number | undefined,
  send: (notification: ServerNotification) => Promise<void>,
): Report {
  if (progressToken === undefined) return () => undefined;
  let last = -1;
  let text = "";
  return (done, message) => {
    const percent = Math.floor(done * 100);
    if (message === text && percent <= last) return;
    const progress = Math.min(100, Math.max(percent, last < 0 ? 0 : Math.round((last + least) * 100) / 100));
    if (progress <= last) return;
    last = progress;
    text = message;
    const params = { progressToken, progress, total: 100, message };
    // A client that has gone gets no notifications; the call learns from its signal.
    send({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
