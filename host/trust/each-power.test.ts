// Each power of a project: refused untrusted, asked about, granted, and asked about again after a change.

import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { loadPictorConfiguration } from "@pictor/host";
import { expect, it } from "vitest";
import { powerRules } from "./power-rules.js";
import { createClone, type Clone } from "./testing/create-clone.js";
import { person } from "./testing/person.js";
import { manifestOf } from "../../kernel/testing/manifest-of.js";

/** Keys of the configuration that give a project no power, whatever their values are. */
const limits = ["promptCharacters", "promptTags", "features", "graphNodes", "generationBytes"];
const harmless = [
  ...["$schema", "backend", "network/connectTimeoutMs", "network/idleTimeoutMs"],
  ...limits.map((name) => `limits/${name}`),
];

type Layer = (clone: Clone) => object;
type Row = readonly [what: string, key: string, before: Layer, after: Layer, text: string];

const profile = (settings: object) => ({ profiles: { team: { type: "basic", schemes: {}, ...settings } } });
const withPassword = (password: object) =>
  profile({ origins: ["https://example.org"], schemes: { basic: { password } } });
const backend = (settings: object) => ({ backends: { farm: settings } });
const elsewhere = { away: { kind: "remote", baseUrl: "http://192.0.2.1/" } };
const manifest = (id: string) => manifestOf(id, "output");
/** Writes a plugin of the project with this code. */
const plugin =
  (code: string): Layer =>
  ({ write }) => {
    write("clone/plugins/own/plugin.json", manifest("output-own"));
    write("clone/plugins/own/index.js", code);
    return { pluginDirectories: ["plugins"] };
  };
const authority =
  (content: string): Layer =>
  ({ write }) => {
    write("clone/ca.pem", content);
    return { network: { ca: ["./ca.pem"] } };
  };
const certificate = (origin: string): Layer => {
  const entry = { origin, certificate: "./client.pem", key: { $file: "./client.key" } };
  return () => ({ network: { clientCertificates: [entry] } });
};
const linked =
  (target: string): Layer =>
  ({ root, project, write }) => {
    write(`${target}/file.txt`, "");
    const link = join(project, "wildcards");
    rmSync(link, { force: true });
    symlinkSync(join(root, target), link);
    return {};
  };
const is =
  (layer: object): Layer =>
  () =>
    layer;

const rows: readonly Row[] = [
  [
    "variables",
    "environments/*",
    is({ environments: { test: { host: "a" } } }),
    is({ environments: { test: { host: "b" } } }),
    "sets variables of the environment",
  ],
  [
    "the environment",
    "environment",
    is({ environment: "a", environments: { a: {}, b: {} } }),
    is({ environment: "b", environments: { a: {}, b: {} } }),
    "selects the environment",
  ],
  [
    "cookies",
    "cookieJars/*",
    is({ cookieJars: { test: true } }),
    is({ cookieJars: { test: false } }),
    "the cookies of requests",
  ],
  [
    "the quota of tokens",
    "server/quota",
    is({ server: { quota: { waiting: 9 } } }),
    is({ server: { quota: { waiting: 99 } } }),
    "how much the tokens of your server may ask for",
  ],
  [
    "the webhook of jobs",
    "server/webhook",
    is({ server: { webhook: { url: "https://hooks.example/a" } } }),
    is({ server: { webhook: { url: "https://hooks.example/b" } } }),
    "reports the jobs of your server, with their prompts, to a webhook",
  ],
  [
    "a plugin that is switched off",
    "plugins/*",
    is({ plugins: { "auth-basic": { enabled: true } } }),
    is({ plugins: { "auth-basic": { enabled: false } } }),
    "the plugin",
  ],
  [
    "the settings of a plugin",
    "plugins/*",
    is({ plugins: { "output-journal": { config: { path: "/a" } } } }),
    is({ plugins: { "output-journal": { config: { path: "/b" } } } }),
    "configures the plugin",
  ],
  [
    "the store of secrets",
    "secrets/store",
    is({ secrets: { store: "file" } }),
    is({ secrets: { store: "keyring" } }),
    "keeps secrets in the store",
  ],
  [
    "a proxy",
    "network/proxy",
    is({ network: { proxy: { http: "http://192.0.2.1:3128" } } }),
    is({ network: { proxy: { http: "http://192.0.2.2:3128" } } }),
    "changes which proxy",
  ],
  [
    "a certificate authority",
    "network/ca",
    authority("a"),
    authority("b"),
    "trusts the certificate authorities",
  ],
  [
    "a client certificate",
    "network/clientCertificates",
    certificate("https://192.0.2.1"),
    certificate("https://192.0.2.2"),
    "presents the client certificate",
  ],
  [
    "a client certificate for a profile",
    "network/clientCertificates",
    is({ network: { clientCertificates: [{ profile: "a", certificate: "./client.pem" }] } }),
    is({ network: { clientCertificates: [{ profile: "b", certificate: "./client.pem" }] } }),
    "to every server that is asked for, in requests with the auth profile",
  ],
  [
    "a folder of outputs outside",
    "outputs/directory",
    is({ outputs: { directory: "/srv/a" } }),
    is({ outputs: { directory: "/srv/b" } }),
    "saves outputs in",
  ],
  [
    "a folder of outputs in which programs run files",
    "outputs/directory",
    is({ outputs: { directory: ".git/hooks" } }),
    is({ outputs: { directory: "node_modules/.bin" } }),
    "where other programs may run the files",
  ],
  [
    "a profile",
    "profiles/*",
    is(profile({ origins: ["https://a.example"] })),
    is(profile({ origins: ["https://b.example"] })),
    "signs requests to",
  ],
  [
    "an environment variable",
    "profiles/*",
    is(withPassword({ $env: "A" })),
    is(withPassword({ $env: "B" })),
    "reads the environment variable",
  ],
  [
    "a stored secret",
    "profiles/*",
    is(withPassword({ $secret: "a" })),
    is(withPassword({ $secret: "b" })),
    "reads your stored secret",
  ],
  [
    "a file",
    "profiles/*",
    is(withPassword({ $file: "/etc/a" })),
    is(withPassword({ $file: "/etc/b" })),
    "reads the file",
  ],
  [
    "a server elsewhere",
    "backends/*",
    is(backend({ kind: "remote", baseUrl: "http://192.0.2.1/" })),
    is(backend({ kind: "remote", baseUrl: "http://192.0.2.2/" })),
    "sends prompts and images to",
  ],
  [
    "a server with credentials",
    "backends/*",
    is(backend({ kind: "remote", baseUrl: "http://127.0.0.1:1/", auth: "a" })),
    is(backend({ kind: "remote", baseUrl: "http://127.0.0.1:1/", auth: "b" })),
    "with the credentials of",
  ],
  [
    "programs",
    "backends/*",
    is(backend({ kind: "managed", comfyDirectory: "/srv/a", python: "python3" })),
    is(backend({ kind: "managed", comfyDirectory: "/srv/b", python: "python3" })),
    "installs and runs programs",
  ],
  [
    "a pool over a server elsewhere",
    "backends/*",
    is({ backends: { ...elsewhere, farm: { kind: "pool", members: ["away"] } } }),
    is({
      backends: {
        ...elsewhere,
        near: { kind: "embedded" },
        farm: { kind: "pool", members: ["away", "near"] },
      },
    }),
    'passes prompts and images on to the backends "away"',
  ],
  [
    "a pool over a backend of the user",
    "backends/*",
    is(backend({ kind: "pool", members: ["studio"] })),
    is(backend({ kind: "pool", members: ["studio", "other"] })),
    'on to the backends "studio"',
  ],
  [
    "a queue",
    "backends/*",
    is(backend({ kind: "queue", redis: "redis://192.0.2.1:6379/0", store: { folder: "store" } })),
    is(backend({ kind: "queue", redis: "redis://192.0.2.2:6379/0", store: { folder: "store" } })),
    'passes prompts on to the workers of the Redis at "redis://192.0.2.',
  ],
  [
    "a queue whose files are outside",
    "backends/*",
    is(backend({ kind: "queue", redis: "redis://127.0.0.1", store: { folder: "/srv/a" } })),
    is(backend({ kind: "queue", redis: "redis://127.0.0.1", store: { folder: "/srv/b" } })),
    'with their files in "/srv/',
  ],
  ["code", "pluginDirectories", plugin("a"), plugin("b"), "runs the plugin code in"],
  ["wildcards outside", "", linked("user/a"), linked("user/b"), "reads wildcards in"],
];

it("every key that can give power is in the table", () => {
  const tested = new Set(rows.map(([, key]) => key));
  expect(Object.keys(powerRules).filter((key) => !harmless.includes(key) && !tested.has(key))).toEqual([]);
});

it.each(rows)("%s (%s)", async (_what, _key, before, after, text) => {
  const clone = createClone();
  const load = (interaction?: ReturnType<typeof person>["interaction"]) =>
    loadPictorConfiguration({
      directory: clone.project,
      env: clone.env,
      ...(interaction && { interaction }),
    });
  const refusal = { code: "TRUST_REQUIRED", what: expect.stringContaining(text) as string };

  clone.ofProject(before(clone));
  await expect(load()).rejects.toMatchObject(refusal);
  const no = person("no");
  await expect(load(no.interaction)).rejects.toMatchObject(refusal);
  expect(no.asked).toEqual([expect.stringContaining(text)]);
  await load(person("as it is now").interaction);
  await load();

  clone.ofProject(after(clone));
  await expect(load()).rejects.toMatchObject(refusal);
  const again = person("no");
  await expect(load(again.interaction)).rejects.toMatchObject(refusal);
  expect(again.asked).toEqual([expect.stringMatching(new RegExp(`has changed[^]*${text}`))]);
});
