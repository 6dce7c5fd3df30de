// One asynchronous tap that runs and eight that are filtered out, with bare tapable and with the kernel's hook.

import { AsyncSeriesWaterfallHook } from "tapable";
import { realClock, type Clock } from "../kernel/base/clock.js";
import type { BeforeSend } from "../kernel/contract/hooks.js";
import type { OutgoingRequest } from "../kernel/contract/requests.js";
import { CallSignal } from "../kernel/hooks/deadline.js";
import { matches, type FilterSubject } from "../kernel/hooks/filter.js";
import { Hooks } from "../kernel/hooks/hooks.js";

type Call = () => Promise<OutgoingRequest>;

const request: OutgoingRequest = {
  id: "1",
  purpose: "user",
  method: "GET",
  url: "http://127.0.0.1:8188/prompt",
  headers: [["Accept", "application/json"]],
  auth: { type: "basic", settings: { username: "a", password: "b" } },
};
const subject: FilterSubject = { authType: "basic", purpose: "user", origin: "http://127.0.0.1:8188" };

const addHeader = async (value: OutgoingRequest): Promise<OutgoingRequest> => ({
  ...value,
  headers: [...value.headers, ["Authorization", "Basic YTpi"]],
});
/** A handler that reads the signal, which the hook creates on first use. */
const addHeaderReadingSignal: BeforeSend = async (value, context) => {
  context.signal.throwIfAborted();
  return addHeader(value);
};

/** One filter per tap. Only the fifth, in the middle of the chain, matches the request. */
const filters = Array.from({ length: 9 }, (_, index) => ({
  authType: index === 4 ? "basic" : `other-${index}`,
}));

const bareHook = () =>
  new AsyncSeriesWaterfallHook<[OutgoingRequest, { readonly subject: FilterSubject }]>(["value", "call"]);

/** The usual way: each tap is an `async` function that checks its own filter. */
function barePromises(): Call {
  const hook = bareHook();
  for (const [index, when] of filters.entries()) {
    hook.tapPromise(`tap ${index}`, async (value, call) =>
      matches(when, call.subject) ? await addHeader(value) : (undefined as never),
    );
  }
  return () => hook.promise(request, { subject });
}

/** The fastest way with tapable: a tap that is filtered out calls back synchronously. */
function bareCallbacks(): Call {
  const hook = bareHook();
  for (const [index, when] of filters.entries()) {
    hook.tapAsync(`tap ${index}`, (value, call, done) => {
      if (!matches(when, call.subject)) {
        done(null);
        return;
      }
      addHeader(value).then((result) => done(null, result), done);
    });
  }
  return () => hook.promise(request, { subject });
}

const ignore = (): void => undefined;
const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const clockWithoutTimers: Clock = { now: realClock.now, after: () => ignore };

/** A CallSignal that never aborts and has no cost, shared by all calls. */
const inertSignal = {
  aborted: undefined,
  signal: new AbortController().signal,
  interruptWith: ignore,
  clearInterrupt: ignore,
  abort: ignore,
  release: ignore,
} as unknown as CallSignal;

interface HookVariant {
  readonly createSignal: () => CallSignal;
  readonly clock?: Clock;
  readonly attributeRejections?: boolean;
  readonly handler?: BeforeSend;
}

/** Creates a hook of the kernel with the nine taps. Returns a function that makes one call. */
function kernelHook({
  createSignal,
  clock = realClock,
  attributeRejections = false,
  handler = addHeader,
}: HookVariant): Call {
  const host = { clock, attributeRejections, loggerFor: () => logger, redact: (text: string) => text };
  const hooks = new Hooks(host);
  for (const [index, when] of filters.entries()) {
    hooks
      .slot("beforeSend")
      .add({
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
    hooks.beforeSend("credentials", request, {
      host,
      subject,
      signal: createSignal(),
      context,
      report: ignore,
    });
}

const callerSignal = new AbortController().signal;
const ownSignal = () => new CallSignal(undefined);
const followingSignal = () => new CallSignal(callerSignal);
const noSignal = () => inertSignal;

/** For each name, a function that creates the hook and returns a function that calls it once. */
export const bareVariants: Readonly<Record<string, () => Call>> = {
  "bare tapable, tapPromise": barePromises,
  "bare tapable, tapAsync": bareCallbacks,
};

/** The same for the kernel's hook. */
export const kernelVariants: Readonly<Record<string, () => Call>> = {
  "kernel hook, no caller's signal": () => kernelHook({ createSignal: ownSignal }),
  "kernel hook, caller's signal given": () => kernelHook({ createSignal: followingSignal }),
  "  ... and read by the handler": () =>
    kernelHook({ createSignal: followingSignal, handler: addHeaderReadingSignal }),
  "  ... and rejections attributed": () =>
    kernelHook({ createSignal: followingSignal, attributeRejections: true }),
  "  without deadline timers": () => kernelHook({ createSignal: ownSignal, clock: clockWithoutTimers }),
  "  without abort": () => kernelHook({ createSignal: noSignal }),
  "  without both": () => kernelHook({ createSignal: noSignal, clock: clockWithoutTimers }),
};
