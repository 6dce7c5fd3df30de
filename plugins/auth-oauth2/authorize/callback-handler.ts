// Answers the browser during one flow: a start page, the callback, and a last page whose URL contains no code.

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Clock } from "@pictor/kernel/plugin";
import { oauthFault } from "../faults.js";
import { readAuthorizationResponse, type AuthorizationResponse } from "./authorization-response.js";
import { queryParameters, routeOf } from "./callback-request.js";
import { redirectTo, sendPage } from "./pages.js";
import { randomValue } from "./state.js";

export interface CallbackHandlerOptions {
  readonly port: number;
  readonly callbackPath: string;
  readonly callbackMethod: "GET" | "POST";
  readonly state: string;
  readonly authorizationUrl: string;
  readonly clock: Clock;
  /** Called with a sentence for the first response of each kind that the browser shows as refused. */
  onRefused(reason: string): void;
}

export interface CallbackHandler {
  /**
   * Path of a page that redirects to the authorization URL once. Other programs can see only this path in the browser's
   * command line, not the authorization URL.
   */
  readonly startPath: string;
  /**
   * Settles with the first response that has the right state, when the browser has loaded its last page. Rejects with
   * `OAUTH_CALLBACK_INVALID` if the start page is opened twice: another user could complete the sign-in with their account.
   */
  readonly response: Promise<AuthorizationResponse>;
  readonly handle: RequestListener;
  /** Ends the flow without a response. */
  end(): void;
}

const stillWaiting = "Pictor is still waiting for this sign-in.";
/** Why a response to the callback address is refused. The sentences contain no part of the response. */
const refusals = {
  "wrong-state": `The browser sent a response that belongs to another sign-in, perhaps one that was started before. ${stillWaiting}`,
  invalid: `The browser sent a response that cannot be used, with neither a code nor an error. ${stillWaiting}`,
  method: `The browser sent a response in a form other than the one that response_mode asks for. ${stillWaiting}`,
} as const;

/** How long the browser may take to load its last page. */
const lastPageMs = 1_000;
const maxFormBytes = 16 * 1024;

/** The parameters of a posted form; undefined for anything else, and for more than the limit. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return undefined;
  let text = "";
  try {
    for await (const chunk of request.setEncoding("latin1") as AsyncIterable<string>) {
      text += chunk;
      if (text.length > maxFormBytes) return undefined;
    }
  } catch {
    return undefined;
  }
  return new URLSearchParams(text);
}

export function createCallbackHandler(options: CallbackHandlerOptions): CallbackHandler {
  const path = randomValue();
  const routes = { ...options, startPath: `/start/${path}`, donePath: `/done/${path}` };
  let resolve: (response: AuthorizationResponse) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<AuthorizationResponse>((onResponse, onFailure) => {
    resolve = onResponse;
    reject = onFailure;
  });
  let isStarted = false;
  let isOpen = true;
  let received: AuthorizationResponse | undefined;
  let cancelLastPageTimer = (): void => undefined;
  const reported = new Set<string>();

  /** Reports each kind of refusal once, because any page in the browser can repeat a refused request. */
  function refuse(kind: keyof typeof refusals): void {
    if (isOpen && !reported.has(kind)) options.onRefused(refusals[kind]);
    reported.add(kind);
  }

  const settle = (): void => {
    cancelLastPageTimer();
    if (received !== undefined) resolve(received);
  };

  function endOpenedTwice(response: ServerResponse): void {
    isOpen = false;
    received = undefined;
    cancelLastPageTimer();
    response.once("close", () => {
      const problem =
        "the start page was opened twice, so another user or program on this machine may have seen it";
      reject(oauthFault("OAUTH_CALLBACK_INVALID", { problem }));
    });
    sendPage(response, "opened-twice");
  }

  function receive(parameters: URLSearchParams, response: ServerResponse): void {
    const parsed = readAuthorizationResponse(parameters, options.state);
    if (parsed.kind === "wrong-state" || parsed.kind === "invalid") {
      refuse(parsed.kind);
      sendPage(response, parsed.kind);
    } else if (!isOpen) {
      sendPage(response, "used");
    } else {
      isOpen = false;
      received = parsed;
      cancelLastPageTimer = options.clock.after(lastPageMs, settle);
      if (parsed.kind === "code") redirectTo(response, routes.donePath);
      else sendPage(response.once("close", settle), "error");
    }
  }

  return {
    startPath: routes.startPath,
    response: promise,
    end() {
      isOpen = false;
      cancelLastPageTimer();
    },
    handle(request, response) {
      const head = { method: request.method ?? "", target: request.url ?? "", headers: request.headers };
      const route = routeOf(head, routes);
      if (route === "start") {
        if (isStarted) endOpenedTwice(response);
        else redirectTo(response, options.authorizationUrl);
        isStarted = true;
      } else if (route === "done") {
        sendPage(response.once("close", settle), "done");
      } else if (route === "method") {
        refuse("method");
        sendPage(response, "method", { Allow: options.callbackMethod });
      } else if (route !== "callback") {
        sendPage(response, route);
      } else if (options.callbackMethod === "GET") {
        receive(queryParameters(head.target), response);
      } else {
        void readForm(request).then((form) => receive(form ?? new URLSearchParams(), response));
      }
    },
  };
}
