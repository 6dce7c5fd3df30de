// The powers of a backend in a project file: none for a server on this machine without credentials; for any other
// backend, the machines and programs that it uses.

import { programFingerprints } from "./file-fingerprint.js";
import { isInside, isInToolFolder } from "./inside.js";
import { createPower, ownerOf, type PowerRule } from "./power.js";
import { settingsInParentheses, quoteValue } from "./shown.js";

/** The names of the default backends. A project may use one without a question only for a harmless backend. */
export const defaultNames: ReadonlySet<string> = new Set(["remote", "embedded"]);

type Settings = Readonly<Record<string, unknown>>;

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
 * Whether the backend runs no program, sends no credentials, and accesses nothing outside this machine and this folder.
 */
function isHarmless({ kind, ...settings }: Settings, folder: string): boolean {
  switch (kind) {
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

function describe(name: string, { kind, auth: _auth, baseUrl, ...settings }: Settings): string {
  switch (kind) {
    case "remote":
      return `sends prompts and images to ${quoteValue(baseUrl)} as the backend ${name}${settingsInParentheses(settings)}`;
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
  if (isHarmless(settings, folder)) return [];
  const { kind, auth, directory } = settings;
  const owner = auth === undefined ? undefined : ownerOf("profiles", auth, context);
  const whose = owner === "user" ? "your profile" : "the profile";
  const credentials = auth === undefined ? "" : `, with the credentials of ${whose} ${quoteValue(auth)}`;
  const isOutside = kind === "embedded" && typeof directory === "string" && !isInside(folder, directory);
  const instead = defaultNames.has(name) ? ", in place of the default backend of that name" : "";
  const text = `${describe(quoteValue(name), settings)}${credentials}${instead}`;
  const isNamed = owner === "user" || isOutside || defaultNames.has(name);
  return [
    createPower(pointer, text, () => [settings, owner, programFingerprints(settings, folder)], { isNamed }),
  ];
};
