// A reply as the API shows it, without its body and without secrets.

import type { Problem, Redact, Reply } from "@pictor/host";

export const shownProblem = ({ code, message, hint }: Problem, redact: Redact) => ({
  code,
  message: redact(message),
  ...(hint !== undefined && { hint: redact(hint) }),
});

export const shownReply = (reply: Reply, redact: Redact) => ({
  status: reply.status,
  url: reply.url,
  headers: Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, redact(value)])),
  hops: reply.hops.map(({ method, url, status, sentHeaders }) => ({
    method,
    url,
    status,
    sentHeaders: sentHeaders.map(([name, value]) => ({ name, value })),
  })),
  notes: reply.notes.map((note) => shownProblem(note, redact)),
});
