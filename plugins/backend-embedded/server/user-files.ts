// Who asks, and where that user's files are: `user/<id>/`.
import type { IncomingHttpHeaders } from "node:http";
import path from "node:path";
import type { DataFolders } from "../files/data-folder.js";
import { inside } from "../files/inside.js";
import { isObject } from "../json.js";
import { readJsonFile, writeJsonFile } from "./json-file.js";
import type { ServerParts } from "./parts.js";

/** The id that a request names; undefined when several users are served and it names none. */
export function userOf({ multiUser }: ServerParts, headers: IncomingHttpHeaders): string | undefined {
  if (!multiUser) return "default";
  const named = headers["comfy-user"];
  return typeof named === "string" ? named : undefined;
}

/** Ids that begin with two underscores are kept for the server itself. */
export async function isKnownUser(
  { folders, multiUser }: ServerParts,
  user: string | undefined,
): Promise<boolean> {
  if (user === undefined || user.startsWith("__")) return false;
  return !multiUser || Object.hasOwn(await readUsers(folders), user);
}

/** The path of a user's file, or undefined when it would lie outside that user's folder. */
export function userFile(folders: DataFolders, user: string | undefined, name: string): string | undefined {
  const folder = user === undefined ? undefined : inside(folders.user, user);
  return folder === undefined || folder === folders.user || name.includes("\0")
    ? undefined
    : inside(folder, name);
}

const usersFile = (folders: DataFolders): string => path.join(folders.user, "users.json");

/** Names by id. */
export async function readUsers(folders: DataFolders): Promise<Record<string, string>> {
  const users = await readJsonFile(usersFile(folders));
  return isObject(users) ? (users as Record<string, string>) : {};
}

export const writeUsers = (folders: DataFolders, users: Record<string, string>): Promise<void> =>
  writeJsonFile(usersFile(folders), users);
