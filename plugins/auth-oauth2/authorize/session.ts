// One flow as the browser meets it: a start page, the callback, a page without a code in its address.

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Clock } from "@pictor/kernel/plugin";
import { oauthFault } from "../faults.js";
import { queryOf, routeOf } from "./callback-request.js";
import { readAnswer } from "./callback.js";
import type { Answer } from "./callback.js";
import { sendOn, sendPage } from "./pages.js";
import { randomText } from "./state.js";

export interface SessionOptions {
  readonly port: number;
  readonly callbackPath: string;
  readonly callbackMethod: "GET" | "POST";
  readonly state: string;
  readonly authorizationUrl: string;
  readonly clock: Clock;
}

export interface Session {
  /** Sends the browser on to the authorization URL, once: it then stands in no process's arguments. */
  readonly startPath: string;
  /**
   * Settles with the first answer that has the right state, as soon as the browser has its last page. Rejects with
   * OAUTH_CALLBACK_INVALID when the start page is asked for twice: somebody else could finish the sign-in as himself.
   */
  readonly answer: Promise<Answer>;
  readonly handle: RequestListener;
  /** Nothing is waited for any more. */
  end(): void;
}

/** How long the browser may take to fetch its last page. Milliseconds. */
const lastPageMs = 1_000;
const maxFormBytes = 16 * 1024;
const openedTwice = "the start page was opened twice, and somebody else on this machine may have seen it";

/** The parameters of a posted form; undefined for anything else, or for too much of it. */
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

export function createSession(options: SessionOptions): Session {
  const token = randomText();
  const places = { ...options, startPath: `/start/${token}`, donePath: `/done/${token}` };
  const { promise, resolve, reject } = settleable<Answer>();
  let isStarted = false;
  let isOpen = true;
  let answered: Answer | undefined;
  let cancelLastPage = (): void => undefined;

  const settle = (): void => {
    cancelLastPage();
    if (answered !== undefined) resolve(answered);
  };

  function endUnanswered(response: ServerResponse): void {
    isOpen = false;
    answered = undefined;
    cancelLastPage();
    response.once("close", () => {
      reject(oauthFault("OAUTH_CALLBACK_INVALID", { problem: openedTwice }));
    });
    sendPage(response, "opened-twice");
  }

  function take(parameters: URLSearchParams, response: ServerResponse): void {
    const reading = readAnswer(parameters, options.state);
    if (reading.kind === "wrong-state" || reading.kind === "invalid") {
      sendPage(response, reading.kind);
    } else if (!isOpen) {
      sendPage(response, "used");
    } else {
      isOpen = false;
      answered = reading;
      cancelLastPage = options.clock.after(lastPageMs, settle);
      if (reading.kind === "code") sendOn(response, places.donePath);
      else sendPage(response.once("close", settle), "refused");
    }
  }

  return {
    startPath: places.startPath,
    answer: promise,
    end() {
      isOpen = false;
      cancelLastPage();
    },
    handle(request, response) {
      const head = { method: request.method ?? "", target: request.url ?? "", headers: request.headers };
      const route = routeOf(head, places);
      if (route === "start") {
        if (isStarted) endUnanswered(response);
        else sendOn(response, options.authorizationUrl);
        isStarted = true;
      } else if (route === "done") {
        sendPage(response.once("close", settle), "done");
      } else if (route === "method") {
        sendPage(response, "method", { Allow: options.callbackMethod });
      } else if (route !== "callback") {
        sendPage(response, route);
      } else if (options.callbackMethod === "GET") {
        take(queryOf(head.target), response);
      } else {
        void readForm(request).then((form) => {
          take(form ?? new URLSearchParams(), response);
        });
      }
    },
  };
}

function settleable<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<Value>((settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return { promise, resolve, reject };
}
