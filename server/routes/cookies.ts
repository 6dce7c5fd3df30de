// Routes: the cookies that the active environment keeps.

import type { CookieJar } from "@pictor/client";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";

export function cookieHandlers({
  pictor,
  log,
}: RouteDependencies): Handlers<"readCookies" | "turnCookies" | "clearCookies"> {
  const { cookies } = pictor;
  const jar = async () => {
    const environment = pictor.environment();
    const json: CookieJar = {
      ...(environment !== undefined && { environment }),
      isOn: cookies.isOn(),
      cookies: cookies.isOn() ? await cookies.list() : [],
    };
    return { status: 200 as const, json };
  };
  return {
    readCookies: jar,
    turnCookies: async ({ body: { isOn } }) => {
      await cookies.turn(isOn);
      const name = pictor.environment();
      log.publish({ type: "environments", change: "saved", ...(name !== undefined && { name }) });
      return jar();
    },
    clearCookies: async ({ body: { domain } }) => {
      await cookies.clear(domain);
      return jar();
    },
  };
}
