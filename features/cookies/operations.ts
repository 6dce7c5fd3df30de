// The operations on the cookies that the active environment keeps.

import type { CookieJar, EnvironmentsEvent } from "@pictor/client";
import type { Pictor } from "@pictor/host";
import { ok, operation } from "../base/index.js";

export interface CookieContext {
  readonly pictor: Pick<Pictor, "cookies" | "environment">;
  readonly log: { publish(event: EnvironmentsEvent): unknown };
}
type Reading = Pick<CookieContext, "pictor">;

async function jar({ pictor }: Reading): Promise<CookieJar> {
  const { cookies } = pictor;
  const environment = pictor.environment();
  return {
    ...(environment !== undefined && { environment }),
    isOn: cookies.isOn(),
    cookies: cookies.isOn() ? await cookies.list() : [],
  };
}

export const cookieOperations = {
  readCookies: operation("GET /v1/cookies", {
    scope: "admin",
    group: "requests",
    summary:
      "The cookies that the active environment keeps from one request to the next, without their values",
    replies: ok("CookieJar", "The cookies"),
  }).handle((_call, context: Reading) => jar(context)),
  turnCookies: operation("PUT /v1/cookies", {
    scope: "admin",
    group: "requests",
    summary:
      "Turn the cookies of the active environment on or off, in the configuration file; off also deletes the cookies",
    body: "CookieJarChange",
    replies: ok("CookieJar", "The cookies"),
  }).handle(async ({ body: { isOn } }, context: CookieContext) => {
    const { pictor, log } = context;
    await pictor.cookies.turn(isOn);
    const name = pictor.environment();
    log.publish({ type: "environments", change: "saved", ...(name !== undefined && { name }) });
    return jar(context);
  }),
  clearCookies: operation("POST /v1/cookies/clear", {
    scope: "admin",
    group: "requests",
    summary: "Delete the cookies that the active environment keeps",
    body: "CookieClearing",
    replies: ok("CookieJar", "The cookies"),
  }).handle(async ({ body: { domain } }, context: Reading) => {
    await context.pictor.cookies.clear(domain);
    return jar(context);
  }),
} as const;
