// The powers of a backend in a project file: none for a server on this machine without credentials; for any other
// backend, the machines and programs that it uses.

import { programFingerprints } from "./file-fingerprint.js";
import { isInside, isInToolFolder } from "./inside.js";
import { describePool, describeQueue, membersOf, profileOfStore, storesOutside } from "./farm-powers.js";
import { createPower, ownerOf, type PowerRule, type RuleContext } from "./power.js";
import { settingsInParentheses, quoteValue } from "./shown.js";

/** The names of the default backends. A project may use one without a question only for a harmless backend. */
export const defaultNames: ReadonlySet<string> = new Set(["remote", "embedded"]);

type Settings = Readonly<Record<string, unknown>>;
type Place = Pick<RuleContext, "folder" | "layer" | "lower">;

/** Whether an address, without variables, names this machine. */
function isLoopbackAddress(address: unknown): boolean {
  if (typeof address !== "string" || !URL.canParse(address)) return false;
  const { hostname, username, password } = new URL(address);
  if (`${username}${password}` !== "") return false;
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

const hasOnly = (settings: Settings, keys: readonly string[]): boolean =>
  Object.keys(settings).every((key) => keys.includes(key));

/**
 * Whether a member of a pool is a harmless backend of the same project file, and no backend of the user has its name.
 * `around` are the pools that contain it.
 */
function isHarmlessMember(name: string, context: Place, around: readonly string[]): boolean {
  const { backends = {} } = context.layer;
  const isUsers = Object.hasOwn(context.lower.backends ?? {}, name);
  if (isUsers || around.includes(name) || !Object.hasOwn(backends, name)) return false;
  return isHarmless(backends[name] as Settings, context, [...around, name]);
}

/**
 * Whether the backend runs no program, sends no credentials, and accesses nothing outside this machine and this folder.
 */
function isHarmless(
  { kind, ...settings }: Settings,
  context: Place,
  around: readonly string[] = [],
): boolean {
  const { folder } = context;
  switch (kind) {
    case "pool":
      return (
        hasOnly(settings, ["members", "weights", "capacities", "drained"]) &&
        membersOf(settings)?.every((name) => isHarmlessMember(name, context, around)) === true
      );
    case "remote":
      return hasOnly(settings, ["baseUrl", "apiPrefix"]) && isLoopbackAddress(settings["baseUrl"]);
    case "embedded": {
      const { directory = folder } = settings;
      return (
        hasOnly(settings, ["port", "directory"]) &&
        typeof directory === "string" &&
        isInside(folder, directory) &&
        !isInToolFolder(folder, directory)
      );
    }
    default:
      return false;
  }
}

function describe(
  name: string,
  { kind, auth: _auth, baseUrl, ...settings }: Settings,
  context: Place,
): string {
  switch (kind) {
    case "pool":
      return describePool(name, settings, (member) => ownerOf("backends", member, context) === "project");
    case "queue":
      return describeQueue(name, settings);
    case "remote":
      return `sends prompts and images to ${baseUrl === undefined ? "an address that the file does not name" : quoteValue(baseUrl)} as the backend ${name}${settingsInParentheses(settings)}`;
    case "managed":
      return `installs and runs programs, also after they have changed, as the managed backend ${name}${settingsInParentheses(settings)}`;
    default:
      return `opens the backend ${name} of kind ${quoteValue(kind)}${settingsInParentheses(settings)}`;
  }
}

/**
 * The powers of a backend. They include the owner of the profile that its `auth` names, so that a change of the owner
 * is a new power.
 */
export const backendPowers: PowerRule = (value, context) => {
  const { pointer, name, folder } = context;
  const settings = value as Settings;
  if (isHarmless(settings, context, [name])) return [];
  const { kind, directory } = settings;
  const auth = settings["auth"] ?? (kind === "queue" ? profileOfStore(settings) : undefined);
  const owner = auth === undefined ? undefined : ownerOf("profiles", auth, context);
  const whose = owner === "user" ? "your profile" : "the profile";
  const credentials = auth === undefined ? "" : `, with the credentials of ${whose} ${quoteValue(auth)}`;
  const isOutside =
    (kind === "embedded" && typeof directory === "string" && !isInside(folder, directory)) ||
    (kind === "queue" && storesOutside(settings, folder));
  const owners = (kind === "pool" ? (membersOf(settings) ?? []) : []).map((member) =>
    ownerOf("backends", member, context),
  );
  const instead = defaultNames.has(name) ? ", in place of the default backend of that name" : "";
  const text = `${describe(quoteValue(name), settings, context)}${credentials}${instead}`;
  const isNamed =
    owner === "user" || isOutside || defaultNames.has(name) || owners.some((each) => each !== "project");
  const depends = (): unknown => [
    ...[settings, owner, programFingerprints(settings, folder)],
    ...(owners.length > 0 ? [owners] : []),
  ];
  return [createPower(pointer, text, depends, { isNamed })];
};
