// The samples with which `pictor plugins test` checks this plugin.

import { createHmac } from "node:crypto";

/** A server whose clock is an hour ahead says so, and proves it with the key. */
const staleTime = ({ key }) => {
  const proof = createHmac("sha256", key).update("hawk.1.ts\n3600\n").digest("base64");
  return { "www-authenticate": `Hawk ts="3600", tsm="${proof}", error="Stale timestamp"` };
};

export default { authSchemes: { hawk: { challenge: staleTime } } };
