// A reply as the API shows it, without its body and without secrets.

import type { Redact } from "@pictor/host";
import { parseChallenges, type Problem, type Reply } from "@pictor/kernel";

export const shownProblem = ({ code, message, hint }: Problem, redact: Redact) => ({
  code,
  message: redact(message),
  ...(hint !== undefined && { hint: redact(hint) }),
});

/**
 * The challenges of a reply with the status 401. A value is redacted again after its escapes were removed, which may
 * have hidden a secret.
 */
const challengesOf = ({ headers }: Reply, redact: Redact) =>
  parseChallenges(redact(headers["www-authenticate"] ?? "")).map(({ name, parameters }) => ({
    scheme: name,
    parameters: Object.fromEntries([...parameters].map(([key, value]) => [key, redact(value)])),
  }));

export const shownReply = (reply: Reply, redact: Redact) => ({
  status: reply.status,
  url: reply.url,
  headers: Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, redact(value)])),
  ...(reply.status === 401 && { challenges: challengesOf(reply, redact) }),
  hops: reply.hops.map(({ method, url, status, sentHeaders }) => ({
    method,
    url,
    status,
    sentHeaders: sentHeaders.map(([name, value]) => ({ name, value })),
  })),
  notes: reply.notes.map((note) => shownProblem(note, redact)),
});
