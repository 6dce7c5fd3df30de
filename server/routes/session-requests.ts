// Routes: pages without a session that ask an open page to admit them.

import { fault } from "../contract/faults.js";
import { ok } from "@pictor/features/base";
import { route } from "./route.js";

/** The family of a browser by its User-Agent. The text itself is not trusted, and is not shown. */
function browserOf(userAgent: string): string {
  const families = [
    [/Edg\//, "Edge"],
    [/Firefox\//, "Firefox"],
    [/Chrom(?:e|ium)\//, "Chrome"],
    [/Safari\//, "Safari"],
  ] as const;
  return families.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "A program";
}

export const sessionRequestRoutes = {
  requestSession: route("POST /v1/session/requests", {
    scope: "none",
    group: "entry",
    summary:
      "Ask the open pages of administrators to let this page of a panel in; they show the same user code",
    body: "Nothing",
    replies: { 201: { description: "The user code, and the secret for the answer", body: "SessionRequest" } },
  }).handle(({ request }, deps) => {
    const session = deps.panels().sessionAt(new URL(request.url).origin);
    if (session === undefined)
      throw fault("API_STATE_CONFLICT", {
        what: "Sessions are asked for by the page of a panel, at its own port",
      });
    return deps.sessionRequests.ask(session, browserOf(request.headers.get("user-agent") ?? ""));
  }),
  readSessionAnswer: route("POST /v1/session/requests/answer", {
    scope: "none",
    group: "entry",
    summary: "Whether the page was let in; then with its token, once",
    body: "SessionAnswerRequest",
    replies: ok("SessionAnswer", "The answer so far"),
  }).handle(({ body, address }, deps) => {
    const answer = deps.sessionRequests.answerOf(body.secret);
    if (answer === undefined)
      return deps.authentication.refuse("wrong codes", fault("API_CREDENTIAL_REFUSED", {}), address);
    return answer.state === "granted" ? { ...answer, scopes: [...answer.scopes] } : answer;
  }),
} as const;
