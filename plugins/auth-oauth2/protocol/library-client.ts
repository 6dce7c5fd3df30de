// Creates the client in the form that oauth4webapi expects.

import { clockSkew, type Client } from "oauth4webapi";
import type { Clock } from "@pictor/kernel/plugin";
import type { Fields } from "../setting.js";

/**
 * The library requires a client id. For a request that names no client it is a placeholder, which is not sent. The library
 * reads the system clock; the skew makes it follow `clock` instead.
 */
export const oauthClient = ({ clientId }: Fields, clock: Clock): Client => ({
  client_id: clientId || "-",
  [clockSkew]: Math.round((clock.now() - Date.now()) / 1_000),
});
