// The folder of the server in the user's data folder, and the tokens in it.

import { join } from "node:path";
import { dataFolder, realClock, thisMachine, type Clock } from "@pictor/kernel";
import { KeptSessions } from "./access/kept-sessions.js";
import { Credentials } from "./access/credentials.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of the tokens and the jobs in the user's data folder. */
export const serverFolder = (env: Environment): string => join(dataFolder(thisMachine(env)), "server");

/** The tokens of a server, and the sessions of its pages. */
export const openCredentials = (folder: string, project: string, clock: Clock): Credentials =>
  new Credentials(join(folder, "tokens.json"), clock, {
    sessions: new KeptSessions({ folder: join(folder, "sessions"), project, clock }),
  });

/** Opens the stored tokens in the user's data folder, for a program that runs no server. */
export const openTokens = (env: Environment): Pick<Credentials, "create" | "list" | "revoke" | "setQuota"> =>
  new Credentials(join(serverFolder(env), "tokens.json"), realClock);
