// One running asynchronous tap and eight that are filtered out: through bare tapable, and through our hook.

import tapable from "tapable";
import { CallSignal } from "../dist/kernel/hooks/deadline.js";
import { realClock } from "../dist/kernel/hooks/clock.js";
import { matches } from "../dist/kernel/hooks/filter.js";
import { Hooks } from "../dist/kernel/hooks/hooks.js";

const request = {
  id: "1",
  purpose: "user",
  method: "GET",
  url: "http://127.0.0.1:8188/prompt",
  headers: [["Accept", "application/json"]],
  auth: { type: "basic", settings: { username: "a", password: "b" } },
};
const subject = { authType: "basic", purpose: "user", origin: "http://127.0.0.1:8188" };

/** What the running tap does: an `async` function that gives a new request. */
const addHeader = async (value) => ({
  ...value,
  headers: [...value.headers, ["Authorization", "Basic YTpi"]],
});
/** The same by a handler that looks at its signal, which is only made then. */
const addHeaderWatching = async (value, context) => {
  context.signal.throwIfAborted();
  return addHeader(value);
};

/** The running tap stands in the middle. */
const filters = Array.from({ length: 9 }, (_, index) => ({
  authType: index === 4 ? "basic" : `other-${index}`,
}));

const bareHook = () => new tapable.AsyncSeriesWaterfallHook(["value", "call"]);

/** As it is usually written: each tap is an `async` function that asks its filter. */
function barePromises() {
  const hook = bareHook();
  for (const [index, when] of filters.entries()) {
    hook.tapPromise(`tap ${index}`, async (value, call) =>
      matches(when, call.subject) ? await addHeader(value) : undefined,
    );
  }
  return () => hook.promise(request, { subject });
}

/** The fastest way: a tap that is filtered out calls back at once. */
function bareCallbacks() {
  const hook = bareHook();
  for (const [index, when] of filters.entries()) {
    hook.tapAsync(`tap ${index}`, (value, call, done) => {
      if (matches(when, call.subject)) addHeader(value).then((result) => done(null, result), done);
      else done(null, undefined);
    });
  }
  return () => hook.promise(request, { subject });
}

const quiet = () => undefined;
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const noTimers = { now: realClock.now, after: () => quiet };
/** Stands in for a CallSignal where aborting is not measured: one signal for all calls, never aborted. */
const sharedSignal = {
  aborted: undefined,
  signal: new globalThis.AbortController().signal,
  guard: quiet,
  unguard: quiet,
  abort: quiet,
  release: quiet,
};

/** `signalFor` makes what each call hands to its handlers. */
function ourHook({ clock = realClock, attributeRejections = false, handler = addHeader, signalFor }) {
  const host = { clock, attributeRejections, loggerFor: () => logger };
  const hooks = new Hooks(host);
  for (const [index, when] of filters.entries()) {
    hooks.slot("beforeSend").add({
      hook: "beforeSend",
      owner: `auth-${index}`,
      handler: "addHeader",
      place: "auth",
      after: [],
      when,
      timeoutMs: 30_000,
      resolve: () => handler,
    });
  }
  const context = () => ({ reason: "first" });
  return () =>
    hooks.beforeSend("credentials", request, { host, subject, signal: signalFor(), context, report: quiet });
}

const callers = new globalThis.AbortController().signal;
const ownSignal = () => new CallSignal(undefined);
const followingSignal = () => new CallSignal(callers);
const noSignal = () => sharedSignal;

export const bareVariants = {
  "bare tapable, tapPromise": barePromises,
  "bare tapable, tapAsync": bareCallbacks,
};

/** Name to what makes the hook and gives the function that makes one call. */
export const ourVariants = {
  "our hook, no caller's signal": () => ourHook({ signalFor: ownSignal }),
  "our hook, caller's signal given": () => ourHook({ signalFor: followingSignal }),
  "  ... and looked at by the handler": () =>
    ourHook({ signalFor: followingSignal, handler: addHeaderWatching }),
  "  ... and strays attributed": () => ourHook({ signalFor: followingSignal, attributeRejections: true }),
  "  without deadline timers": () => ourHook({ signalFor: ownSignal, clock: noTimers }),
  "  without abort": () => ourHook({ signalFor: noSignal }),
  "  without both": () => ourHook({ signalFor: noSignal, clock: noTimers }),
};
