// `/users` and `/settings`: registers users, and stores the settings of each user.
import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { memberOf } from "@pictor/comfyui-graph";
import { isKnownUser, readUsers, userFile, userOf, usersFile } from "../storage/user-files.js";
import { changeJsonFile, readJsonFile } from "../storage/json-file.js";
import { empty, json, text, readJsonBody, route, type Reply } from "@pictor/comfyui-protocol";
import { readObjectBody, type Route, type RouteRequest } from "./route.js";

async function listUsers({ context }: RouteRequest): Promise<Reply> {
  if (context.multiUser) return json({ storage: "server", users: await readUsers(context.folders) });
  const folder = userFile(context.folders, "default", "");
  const migrated = folder !== undefined && (await stat(folder).catch(() => undefined)) !== undefined;
  return json({ storage: "server", migrated });
}

async function addUser(request: RouteRequest): Promise<Reply> {
  const { folders, multiUser } = request.context;
  const username = memberOf(await readJsonBody(request), "username");
  if (typeof username !== "string") throw new TypeError("username is not a string");
  const name = username.trim();
  if (name === "") return json({ error: "username not provided" }, 400);
  const id = `${name.replace(/[^a-zA-Z0-9_-]+/g, "-")}_${randomUUID()}`;
  const added = await changeJsonFile(usersFile(folders), (users) => {
    const known = multiUser ? users : { default: "default", ...users };
    return Object.values(known).includes(username) ? undefined : { ...users, [id]: name };
  });
  return added ? json(id) : json({ error: "Duplicate username." }, 400);
}

const SETTINGS = "comfy.settings.json";

/** The settings file of the user, or undefined for an unknown user. */
async function settingsFile({ context, headers }: RouteRequest): Promise<string | undefined> {
  const user = userOf(context, headers);
  if (!(await isKnownUser(context, user))) return undefined;
  return userFile(context.folders, user, SETTINGS);
}

const unauthorized = (): Reply => text("401: Unauthorized", 401);

async function settings(request: RouteRequest): Promise<Reply> {
  const file = await settingsFile(request);
  if (file === undefined) return unauthorized();
  const all = await readJsonFile(file);
  const [id] = request.parameters;
  return json(id === undefined ? all : Object.hasOwn(all, id) ? all[id] : null);
}

async function changeSettings(request: RouteRequest): Promise<Reply> {
  const file = await settingsFile(request);
  if (file === undefined) return unauthorized();
  const [id] = request.parameters;
  const change = id === undefined ? await readObjectBody(request) : { [id]: await readJsonBody(request) };
  await changeJsonFile(file, (before) => ({ ...before, ...change }));
  return empty(200);
}

export const userRoutes: readonly Route[] = [
  route("GET", /^\/users$/, listUsers),
  route("POST", /^\/users$/, addUser),
  route("GET", /^\/settings$/, settings),
  route("GET", /^\/settings\/([^/]+)$/, settings),
  route("POST", /^\/settings$/, changeSettings),
  route("POST", /^\/settings\/([^/]+)$/, changeSettings),
];
