// The folder of the server in the user's data folder, and the tokens in it.

import { join } from "node:path";
import { dataFolder, homeFolder, realClock } from "@pictor/host";
import { createCredentials, type Credentials } from "./access/credentials.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of the tokens and the jobs in the user's data folder. */
export const serverFolder = (env: Environment): string =>
  join(dataFolder({ env, platform: process.platform, home: homeFolder() }), "server");

/** Opens the tokens that are kept in the user's data folder, for a program that runs no server. */
export const openTokens = (env: Environment): Pick<Credentials, "create" | "list" | "revoke"> =>
  createCredentials(join(serverFolder(env), "tokens.json"), realClock);
