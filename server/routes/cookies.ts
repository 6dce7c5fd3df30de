// Routes: the cookies that the active environment keeps.

import type { CookieJar } from "@pictor/client";
import type { RouteDependencies } from "./dependencies.js";
import { ok } from "@pictor/features/base";
import { route } from "./route.js";

const jar = async ({ pictor }: RouteDependencies) => {
  const { cookies } = pictor;
  const environment = pictor.environment();
  const json: CookieJar = {
    ...(environment !== undefined && { environment }),
    isOn: cookies.isOn(),
    cookies: cookies.isOn() ? await cookies.list() : [],
  };
  return json;
};

export const cookieRoutes = {
  readCookies: route({
    method: "GET",
    path: "/v1/cookies",
    scope: "admin",
    group: "requests",
    summary:
      "The cookies that the active environment keeps from one request to the next, without their values",
    replies: ok("CookieJar", "The cookies"),
  }).handle((_call, deps) => jar(deps)),
  turnCookies: route({
    method: "PUT",
    path: "/v1/cookies",
    scope: "admin",
    group: "requests",
    summary:
      "Have the active environment keep cookies or not, in the configuration file; off also deletes them",
    body: "CookieJarChange",
    replies: ok("CookieJar", "The cookies"),
  }).handle(async ({ body: { isOn } }, deps) => {
    const { pictor, log } = deps;
    await pictor.cookies.turn(isOn);
    const name = pictor.environment();
    log.publish({ type: "environments", change: "saved", ...(name !== undefined && { name }) });
    return jar(deps);
  }),
  clearCookies: route({
    method: "POST",
    path: "/v1/cookies/clear",
    scope: "admin",
    group: "requests",
    summary: "Delete the cookies that the active environment keeps",
    body: "CookieClearing",
    replies: ok("CookieJar", "The cookies"),
  }).handle(async ({ body: { domain } }, deps) => {
    await deps.pictor.cookies.clear(domain);
    return jar(deps);
  }),
} as const;
