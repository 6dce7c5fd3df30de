// Identifies the user of a request, and locates that user's files in `user/<id>/`.
import type { IncomingHttpHeaders } from "node:http";
import path from "node:path";
import type { DataFolders } from "./data-folders.js";
import { inside } from "@pictor/comfyui-graph";
import { readJsonFile, type JsonFile } from "./json-file.js";

export interface UserStore {
  readonly folders: DataFolders;
  /** True: the header `comfy-user` names the user. False: the only user is `default`. */
  readonly multiUser: boolean;
}

/** The user id of a request; undefined when the header is missing. */
export function userOf({ multiUser }: UserStore, headers: IncomingHttpHeaders): string | undefined {
  if (!multiUser) return "default";
  const named = headers["comfy-user"];
  return typeof named === "string" ? named : undefined;
}

/** Returns false for an unregistered user, and for ids that start with two underscores, which are reserved. */
export async function isKnownUser(
  { folders, multiUser }: UserStore,
  user: string | undefined,
): Promise<boolean> {
  if (user === undefined || user.startsWith("__")) return false;
  return !multiUser || Object.hasOwn(await readUsers(folders), user);
}

/** The path of a user's file, or undefined when it would be outside that user's folder. */
export function userFile(folders: DataFolders, user: string | undefined, name: string): string | undefined {
  const folder = user === undefined ? undefined : inside(folders.user, user);
  return folder === undefined || folder === folders.user || name.includes("\0")
    ? undefined
    : inside(folder, name);
}

export const usersFile = (folders: DataFolders): string => path.join(folders.user, "users.json");

/** User names by user id. */
export const readUsers = (folders: DataFolders): Promise<JsonFile> => readJsonFile(usersFile(folders));
