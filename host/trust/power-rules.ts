// Which keys of a project's configuration have power. Every key of the schema has a rule; a test compares the two.

import { backendPowers } from "./backend-powers.js";
import { isInside } from "./inside.js";
import { pluginFolderPowers } from "./plugin-folders.js";
import { createPower, shown, type PowerRule } from "./power.js";

/** A rule for a key whose every value has the same power. */
const always =
  (text: string): PowerRule =>
  (value, { pointer }) => [createPower(pointer, text, value)];

const none: PowerRule = () => [];

const profilePowers: PowerRule = (value, { pointer, name }) => {
  const { type, origins } = value as { readonly type: string; readonly origins?: readonly string[] };
  const target = origins === undefined ? "any address that is asked for" : origins.map(shown).join(", ");
  const text = `signs requests to ${target} with the auth profile ${shown(name)} (${shown(type)})`;
  return [createPower(pointer, text, value)];
};

/** Settings of built-in plugins that decide only how an image is named or described. */
const harmlessConfig: ReadonlyMap<string, readonly string[]> = new Map([
  ["output-files", ["name", "author", "projectName"]],
  ["extension-checker", ["unknownClasses"]],
]);

const pluginPowers: PowerRule = (value, { pointer, name: id }) => {
  const { enabled, config = {} } = value as {
    readonly enabled?: boolean;
    readonly config?: Readonly<Record<string, unknown>>;
  };
  const harmless = harmlessConfig.get(id) ?? [];
  const settings = Object.keys(config).filter((key) => !harmless.includes(key));
  const verb = enabled === true ? "enables" : "disables";
  return [
    ...(enabled === undefined
      ? []
      : [createPower(`${pointer}/enabled`, `${verb} the plugin ${shown(id)}`, enabled)]),
    ...settings.map((key) => {
      const text = `sets ${shown(key)} of the plugin ${shown(id)} to ${shown(JSON.stringify(config[key]))}`;
      return createPower(`${pointer}/config/${key}`, text, config[key]);
    }),
  ];
};

const proxyPowers: PowerRule = (value, { pointer }) => {
  const { http, https } = value as { readonly http?: unknown; readonly https?: unknown };
  const proxies = [http, https].filter((proxy) => proxy !== undefined).map(shown);
  const text =
    proxies.length === 0
      ? "changes which requests go through your proxy"
      : `sends requests through the proxy ${[...new Set(proxies)].join(" or ")}`;
  return [createPower(pointer, text, value)];
};

const outputPowers: PowerRule = (value, { pointer, folder }) =>
  isInside(folder, String(value))
    ? []
    : [createPower(pointer, `saves outputs in ${shown(value)}, outside this folder`, value)];

/** The rule of each key, in the order in which the user reads the powers. `*` stands for any name. */
export const powerRules: Readonly<Record<string, PowerRule>> = {
  pluginDirectories: (value, { folder }) => pluginFolderPowers(value as readonly string[], folder),
  $schema: none,
  // The name of a backend that the user or this file defines; what the backend may do is judged there.
  backend: none,
  "backends/*": backendPowers,
  "profiles/*": profilePowers,
  environment: (value, { pointer }) => [
    createPower(pointer, `selects the variables of the environment ${shown(value)}`, value),
  ],
  "environments/*": (value, { pointer, name }) => [
    createPower(pointer, `sets variables of the environment ${shown(name)}`, value),
  ],
  "network/proxy": proxyPowers,
  "network/ca": always("trusts certificate authorities of its own for every TLS connection"),
  "network/clientCertificates": always("presents client certificates to servers"),
  "network/connectTimeoutMs": none,
  "network/idleTimeoutMs": none,
  "secrets/store": (value, { pointer }) => [
    createPower(pointer, `keeps secrets in the store ${shown(value)}`, value),
  ],
  "plugins/*": pluginPowers,
  "outputs/directory": outputPowers,
};
