// The powers of a backend in a project file: none for an unauthenticated server on this machine, otherwise what it reaches.

import { isInside } from "./inside.js";
import { createPower, shown, type PowerRule } from "./power.js";

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

/** Whether the backend runs nothing, sends no credentials, and reaches nothing outside this machine and this folder. */
function isHarmless({ kind, ...settings }: Settings, folder: string): boolean {
  switch (kind) {
    case "remote":
      return hasOnly(settings, ["baseUrl", "apiPrefix"]) && isLoopbackAddress(settings["baseUrl"]);
    case "embedded": {
      const { directory = folder } = settings;
      return (
        hasOnly(settings, ["port", "directory"]) &&
        typeof directory === "string" &&
        isInside(folder, directory)
      );
    }
    default:
      return false;
  }
}

function describe(name: string, { kind, auth, baseUrl, ...settings }: Settings): string {
  const credentials = auth === undefined ? "" : `, with the credentials of the profile ${shown(auth)}`;
  switch (kind) {
    case "remote":
      return `sends prompts and images to ${shown(baseUrl)} as the backend ${name}${credentials}`;
    case "managed": {
      const programs = ["python", "comfyDirectory", "directory"].flatMap((key) =>
        settings[key] === undefined ? [] : [`${key} ${shown(settings[key])}`],
      );
      const given = programs.length === 0 ? "" : ` (${programs.join(", ")})`;
      return `installs and runs programs as the managed backend ${name}${given}${credentials}`;
    }
    default:
      return `opens the backend ${name} of kind ${shown(kind)}${credentials}`;
  }
}

/** The powers of a backend. */
export const backendPowers: PowerRule = (value, { pointer, name, folder }) => {
  const settings = value as Settings;
  if (isHarmless(settings, folder)) return [];
  return [createPower(pointer, describe(shown(name), settings), settings)];
};
