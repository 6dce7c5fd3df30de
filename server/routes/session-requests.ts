// Routes: pages without a session that ask an open page to let them in.

import { SessionRequests } from "../people/session-requests.js";
import { fault } from "../contract/faults.js";
import { refuseCredential } from "../http/authenticate.js";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";

/** The family of a browser by its User-Agent; the text itself is a stranger's, and is not shown. */
function browserOf(userAgent: string): string {
  const families = [
    [/Edg\//, "Edge"],
    [/Firefox\//, "Firefox"],
    [/Chrom(?:e|ium)\//, "Chrome"],
    [/Safari\//, "Safari"],
  ] as const;
  return families.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "A program";
}

export function sessionRequestHandlers(
  deps: RouteDependencies,
): Handlers<"requestSession" | "readSessionAnswer"> {
  const requests = new SessionRequests(deps);
  return {
    requestSession: ({ request }) => {
      const session = deps.panels().sessionAt(new URL(request.url).origin);
      if (session === undefined)
        throw fault("API_STATE_CONFLICT", {
          what: "Sessions are asked for by the page of a panel, at its own port",
        });
      return { status: 201, json: requests.ask(session, browserOf(request.headers.get("user-agent") ?? "")) };
    },
    readSessionAnswer: ({ body, address }) => {
      const answer = requests.answerOf(body.secret);
      if (answer === undefined)
        return refuseCredential("wrong codes", fault("API_CREDENTIAL_REFUSED", {}), address, deps.attempts);
      return {
        status: 200,
        json: answer.state === "granted" ? { ...answer, scopes: [...answer.scopes] } : answer,
      };
    },
  };
}
