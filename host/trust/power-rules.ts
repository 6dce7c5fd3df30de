// Which keys of a project's configuration have power. Every key of the schema has a rule; a test compares the rules
// with the schema.

import { jarWithoutEnvironment } from "@pictor/services";
import { backendPowers } from "./backend-powers.js";
import { fileFingerprint } from "./file-fingerprint.js";
import { isInside, isInToolFolder } from "./inside.js";
import { placeOf, quotePath } from "./link-powers.js";
import { pluginFolderPowers } from "./plugin-folders.js";
import { createPower, type PowerRule, type RuleContext } from "./power.js";
import { settingsInParentheses, quoteValue, quoteSettings } from "./shown.js";

const none: PowerRule = () => [];

/** The rule of a key whose value is one power. `isNamed` is that of the power. Default: true. */
const power =
  (textOf: (value: unknown, context: RuleContext) => string, { isNamed } = { isNamed: true }): PowerRule =>
  (value, context) => [createPower(context.pointer, textOf(value, context), () => value, { isNamed })];

const profilePowers = power(
  (value, { name }) => {
    const { type, schemes, origins } = value as {
      readonly type: string;
      readonly schemes: object;
      readonly origins?: readonly string[];
    };
    const target =
      origins === undefined ? "any address that a request names" : origins.map(quoteValue).join(", ");
    return `signs requests to ${target} with the auth profile ${quoteValue(name)} of type ${quoteValue(type)}${settingsInParentheses(schemes)}`;
  },
  { isNamed: false },
);

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
      : [
          createPower(`${pointer}/enabled`, `${verb} the plugin ${quoteValue(id)}`, () => enabled, {
            isNamed: true,
          }),
        ]),
    ...settings.map((key) => {
      const text = `configures the plugin ${quoteValue(id)}: ${quoteSettings(config[key], key).join(", ")}`;
      return createPower(`${pointer}/config/${key}`, text, () => config[key], { isNamed: true });
    }),
  ];
};

/** The content of the files that TLS connections trust or present. A file that cannot be read has no content. */
const contentsOf = (paths: readonly unknown[]): readonly string[] =>
  paths.map((path) => (typeof path === "string" ? fileFingerprint(path) : ""));

const authorityPowers: PowerRule = (value, { pointer }) => {
  const files = value as readonly string[];
  const text = `trusts the certificate authorities in ${files.map(quoteValue).join(", ")} for every TLS connection`;
  return [createPower(pointer, text, () => [files, contentsOf(files)], { isNamed: true })];
};

interface CertificateEntry {
  readonly origin?: string;
  readonly profile?: string;
  readonly certificate: string;
  readonly key?: unknown;
}

const certificatePowers: PowerRule = (value, { pointer }) =>
  (value as readonly CertificateEntry[]).map((entry) => {
    const { origin, profile, certificate, key } = entry;
    const withKey = key === undefined ? "" : ` with the key ${quoteValue(key)}`;
    const target = origin === undefined ? "every server that a request names" : quoteValue(origin);
    const by = profile === undefined ? "" : `, in requests with the auth profile ${quoteValue(profile)}`;
    const text = `presents the client certificate ${quoteValue(certificate)}${withKey} to ${target}${by}`;
    return createPower(pointer, text, () => [entry, contentsOf([certificate, key])], { isNamed: true });
  });

const outputPowers: PowerRule = (value, { pointer, folder }) => {
  const path = String(value);
  const isOutside = !isInside(folder, path);
  if (!isOutside && !isInToolFolder(folder, path)) return [];
  const where = isOutside ? "outside this folder" : "where other programs may run the files";
  const text = `saves outputs in ${quotePath(folder, path)}, ${where}`;
  return [createPower(pointer, text, () => [value, placeOf(folder, path).real], { isNamed: true })];
};

/**
 * The rule of each key, in the order in which the user reads the powers: the most dangerous power is last, next to the
 * question.
 */
export const powerRules: Readonly<Record<string, PowerRule>> = {
  $schema: none,
  // The key `backend` has no power: it names a backend that the user or this file defines, and the powers follow from
  // that definition.
  backend: none,
  "network/connectTimeoutMs": none,
  "network/idleTimeoutMs": none,
  // What a generation may ask for costs time and memory, as the generation itself does.
  "limits/promptCharacters": none,
  "limits/promptTags": none,
  "limits/features": none,
  "limits/graphNodes": none,
  "limits/generationBytes": none,
  // Whoever opens this folder may have given tokens to others.
  "server/quota": power(
    (value) => `changes how much the tokens of your server may ask for${settingsInParentheses(value)}`,
  ),
  "server/webhook": power(
    (value) =>
      `reports the jobs of your server, with their prompts, to a webhook${settingsInParentheses(value)}`,
  ),
  "environments/*": power(
    (value, { name }) =>
      `sets variables of the environment ${quoteValue(name)}${settingsInParentheses(value)}`,
    { isNamed: false },
  ),
  environment: power(
    (value) => `selects the environment ${quoteValue(value)}, for your own profiles and backends too`,
  ),
  "cookieJars/*": power((value, { name }) => {
    const where =
      name === jarWithoutEnvironment ? "without an environment" : `in the environment ${quoteValue(name)}`;
    return `${value === true ? "keeps" : "does not keep"} the cookies of requests ${where}`;
  }),
  "plugins/*": pluginPowers,
  "secrets/store": power((value) => `keeps secrets in the store ${quoteValue(value)}`),
  "network/proxy": power((value) => `changes which proxy requests go through${settingsInParentheses(value)}`),
  "network/ca": authorityPowers,
  "network/clientCertificates": certificatePowers,
  "outputs/directory": outputPowers,
  "profiles/*": profilePowers,
  "backends/*": backendPowers,
  pluginDirectories: (value, { folder, lower }) =>
    pluginFolderPowers(value as readonly string[], folder, lower.pluginDirectories ?? []),
};
