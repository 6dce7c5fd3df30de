// The three places of an API key: what each can carry, and how it is written there, instead of what has the same name.

import { setHeader, setQueryParameter } from "@pictor/kernel/plugin";
import type { OutgoingRequest } from "@pictor/kernel/plugin";
import { requireCookie, requireHeader } from "./check.js";
import { setCookie } from "./cookie.js";

export interface Place {
  /** Throws `AUTH_SETTING_INVALID` for what the place cannot carry. */
  require(key: string, value: string): void;
  write(request: OutgoingRequest, key: string, value: string): OutgoingRequest;
}

export const places: Readonly<Record<"header" | "query" | "cookie", Place>> = {
  header: { require: requireHeader, write: setHeader },
  // Percent-encoding carries everything.
  query: { require: () => undefined, write: setQueryParameter },
  cookie: { require: requireCookie, write: setCookie },
};
