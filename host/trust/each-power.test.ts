// Each power of a project: refused untrusted, asked about, granted, and asked about again after a change.

import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { loadPictorConfiguration } from "@pictor/host";
import { expect, it } from "vitest";
import { powerRules } from "./power-rules.js";
import { createClone, type Clone } from "./testing/create-clone.js";
import { person } from "./testing/person.js";
import { manifestOf } from "../testing/manifest-of.js";

/** Keys of the configuration that give a project no power, whatever their values are. */
const limits = ["promptCharacters", "promptTags", "features", "graphNodes", "generationBytes"];
const harmless = [
  ...["$schema", "backend", "network/connectTimeoutMs", "network/idleTimeoutMs"],
  ...limits.map((name) => `limits/${name}`),
];

type Layer = (clone: Clone) => object;
/** The layer of the project for a value, or what writes it; the value before and after the change, and what the person reads. */
type Row = readonly [
  what: string,
  key: string,
  layerOf: (value: never) => object,
  values: readonly [before: unknown, after: unknown],
  text: string,
];

const profile = (settings: object) => ({ profiles: { team: { type: "basic", schemes: {}, ...settings } } });
const outputs = (directory: string) => ({ outputs: { directory } });
const backend = (settings: object) => ({ backends: { farm: settings } });
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
const remote = (baseUrl: string) => backend({ kind: "remote", baseUrl });
const queue = { kind: "queue", redis: "redis://127.0.0.1" };

const rows: readonly Row[] = [
  [
    "variables",
    "environments/*",
    (host) => ({ environments: { test: { host } } }),
    ["a", "b"],
    "sets variables of the environment",
  ],
  [
    "the environment",
    "environment",
    (environment) => ({ environment, environments: { a: {}, b: {} } }),
    ["a", "b"],
    "selects the environment",
  ],
  [
    "cookies",
    "cookieJars/*",
    (test) => ({ cookieJars: { test } }),
    [true, false],
    'the cookies of requests in the environment "test"',
  ],
  [
    "cookies without an environment",
    "cookieJars/*",
    (kept) => ({ cookieJars: { "(none)": kept } }),
    [true, false],
    "the cookies of requests without an environment",
  ],
  [
    "the quota of tokens",
    "server/quota",
    (waiting) => ({ server: { quota: { waiting } } }),
    [9, 99],
    "how much the tokens of your server may ask for",
  ],
  [
    "the webhook of jobs",
    "server/webhook",
    (url) => ({ server: { webhook: { url } } }),
    ["https://hooks.example/a", "https://hooks.example/b"],
    "reports the jobs of your server, with their prompts, to a webhook",
  ],
  [
    "the settings of a plugin",
    "plugins/*",
    (path) => ({ plugins: { "output-journal": { config: { path } } } }),
    ["/a", "/b"],
    "configures the plugin",
  ],
  [
    "the store of secrets",
    "secrets/store",
    (store) => ({ secrets: { store } }),
    ["file", "keyring"],
    "keeps secrets in the store",
  ],
  [
    "a proxy",
    "network/proxy",
    (http) => ({ network: { proxy: { http } } }),
    ["http://192.0.2.1:3128", "http://192.0.2.2:3128"],
    "changes which proxy",
  ],
  ["a certificate authority", "network/ca", authority, ["a", "b"], "trusts the certificate authorities"],
  [
    "a client certificate",
    "network/clientCertificates",
    certificate,
    ["https://192.0.2.1", "https://192.0.2.2"],
    "presents the client certificate",
  ],
  ["a folder of outputs outside", "outputs/directory", outputs, ["/srv/a", "/srv/b"], "saves outputs in"],
  [
    "a profile",
    "profiles/*",
    (origin) => profile({ origins: [origin] }),
    ["https://a.example", "https://b.example"],
    "signs requests to",
  ],
  [
    "a server elsewhere",
    "backends/*",
    remote,
    ["http://192.0.2.1/", "http://192.0.2.2/"],
    "sends prompts and images to",
  ],
  [
    "programs",
    "backends/*",
    (comfyDirectory) => backend({ kind: "managed", comfyDirectory, python: "python3" }),
    ["/srv/a", "/srv/b"],
    "installs and runs programs",
  ],
  [
    "a queue",
    "backends/*",
    (redis) => backend({ ...queue, redis, store: { folder: "store" } }),
    ["redis://192.0.2.1:6379/0", "redis://192.0.2.2:6379/0"],
    'passes prompts on to the workers of the Redis at "redis://192.0.2.',
  ],
  ["code", "pluginDirectories", plugin, ["a", "b"], "runs the plugin code in"],
  ["wildcards outside", "", linked, ["user/a", "user/b"], "reads wildcards in"],
];

it("every key that can give power is in the table", () => {
  const tested = new Set(rows.map(([, key]) => key));
  expect(Object.keys(powerRules).filter((key) => !harmless.includes(key) && !tested.has(key))).toEqual([]);
});

it.each(rows)("%s (%s)", async (_what, _key, layerOf, [before, after], text) => {
  const clone = createClone();
  const write = (value: unknown): void => {
    const layer = layerOf(value as never);
    clone.ofProject(typeof layer === "function" ? (layer as Layer)(clone) : layer);
  };
  const load = (interaction?: ReturnType<typeof person>["interaction"]) =>
    loadPictorConfiguration({
      directory: clone.project,
      env: clone.env,
      ...(interaction && { interaction }),
    });
  const refusal = { code: "TRUST_REQUIRED", what: expect.stringContaining(text) as string };

  write(before);
  await expect(load()).rejects.toMatchObject(refusal);
  const no = person("no");
  await expect(load(no.interaction)).rejects.toMatchObject(refusal);
  expect(no.asked).toEqual([expect.stringContaining(text)]);
  await load(person("as it is now").interaction);
  await load();

  write(after);
  await expect(load()).rejects.toMatchObject(refusal);
  const again = person("no");
  await expect(load(again.interaction)).rejects.toMatchObject(refusal);
  expect(again.asked).toEqual([expect.stringMatching(new RegExp(`has changed[^]*${text}`))]);
});
