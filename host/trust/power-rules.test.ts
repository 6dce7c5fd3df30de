// The powers of a project file: every key of the configuration has a rule, and each rule says what it should.

import { resolve } from "node:path";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { powerRules } from "./power-rules.js";
import { projectPowers } from "./project-powers.js";

type Schema = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
};
const schema = JSON.parse(
  readFileSync(new URL("../../schemas/configuration.schema.json", import.meta.url), "utf8"),
) as Schema & { readonly $defs: Readonly<Record<string, Schema>> };

const resolved = (entry: Schema): Schema =>
  entry.$ref === undefined ? entry : (schema.$defs[entry.$ref.slice("#/$defs/".length)] ?? {});

/** The keys that a rule is needed for: top-level keys, the keys of fixed sections, and `*` for sections with any name. */
const keys = Object.entries(schema.properties ?? {}).flatMap(([key, entry]) => {
  const { properties, additionalProperties } = resolved(entry);
  if (properties !== undefined) return Object.keys(properties).map((name) => `${key}/${name}`);
  return typeof additionalProperties === "object" ? [`${key}/*`] : [key];
});

it("are defined for every key of the configuration, and for no other", () => {
  expect(Object.keys(powerRules).sort()).toEqual([...keys].sort());
});

const folder = "/work/clone";
const textsOf = (layer: object, lower: object = {}): readonly string[] =>
  projectPowers({
    layer,
    lower: { outputs: { directory: "outputs" }, ...lower },
    file: `${folder}/pictor.json`,
  }).map(({ text }) => text);

it.each([
  ["names a schema and a backend", { $schema: "https://example.org/s", backend: "studio" }],
  [
    "has a server on this machine",
    { backends: { own: { kind: "remote", baseUrl: "http://127.0.0.1:8188/" } } },
  ],
  [
    "has a server on localhost",
    { backends: { own: { kind: "remote", baseUrl: "http://localhost:8188/x/" } } },
  ],
  ["has an embedded server", { backends: { own: { kind: "embedded", port: 0, directory: "work" } } }],
  ["saves inside itself", { outputs: { directory: `${folder}/images` } }],
  ["saves in itself", { outputs: { directory: folder } }],
  ["saves in a folder with a dot in its name", { outputs: { directory: `${folder}/v1.2/git` } }],
  ["lets generations be larger", { limits: { promptTags: 1, features: 2, graphNodes: 3 } }],
  ["waits longer", { network: { connectTimeoutMs: 1, idleTimeoutMs: 2 } }],
  ["names images", { plugins: { "output-files": { config: { name: "{seed}", author: "me" } } } }],
])("a project that needs no trust: %s", (_what, layer) => {
  expect(textsOf(layer)).toEqual([]);
});

const remote = (settings: object) => ({ backends: { farm: { kind: "remote", ...settings } } });
const profile = (settings: object) => ({ profiles: { team: { type: "basic", schemes: {}, ...settings } } });

describe("a project asks for trust if it", () => {
  it.each<readonly [string, object, string | readonly string[]]>([
    [
      "sends prompts elsewhere",
      remote({ baseUrl: "http://192.0.2.10/" }),
      'sends prompts and images to "http://192.0.2.10/" as the backend "farm"',
    ],
    [
      "has an address that only begins like this machine's",
      remote({ baseUrl: "http://127.0.0.1.example/" }),
      'sends prompts and images to "http://127.0.0.1.example/" as the backend "farm"',
    ],
    [
      "has an address with variables",
      remote({ baseUrl: "http://{{host}}/" }),
      [
        'fills the variable "host" into "backends/farm"',
        'sends prompts and images to "http://{{host}}/" as the backend "farm"',
      ],
    ],
    [
      "uses credentials of the user, and hides those in an address",
      remote({ baseUrl: "http://me:pw@127.0.0.1/", auth: "studio" }),
      'sends prompts and images to "http://***@127.0.0.1/" as the backend "farm", with the credentials of the profile "studio"',
    ],
    [
      "uses credentials of the user, even on this machine",
      remote({ baseUrl: "http://127.0.0.1/", auth: "studio" }),
      'sends prompts and images to "http://127.0.0.1/" as the backend "farm", with the credentials of the profile "studio"',
    ],
    [
      "asks another registry",
      remote({ baseUrl: "http://127.0.0.1/", registry: "https://r.example/" }),
      'sends prompts and images to "http://127.0.0.1/" as the backend "farm" (registry "https://r.example/")',
    ],
    [
      "runs programs",
      { backends: { own: { kind: "managed", python: "./x" } } },
      'installs and runs programs, also after they have changed, as the managed backend "own" (python "./x")',
    ],
    [
      "opens a backend of another kind",
      { backends: { own: { kind: "cloud" } } },
      'opens the backend "own" of kind "cloud"',
    ],
    [
      "has an embedded server that writes elsewhere",
      { backends: { own: { kind: "embedded", directory: "/home/me/.config/autostart" } } },
      'opens the backend "own" of kind "embedded" (directory "/home/me/.config/autostart")',
    ],
    [
      "saves elsewhere",
      { outputs: { directory: "/home/me" } },
      'saves outputs in "/home/me", outside this folder',
    ],
    ...[".git", ".GIT/hooks", "sub/.vscode", "node_modules/.bin", "./.husky ", "GIT~1", "\u200c.git"].map(
      (path): readonly [string, object, string] => [
        `saves where programs look for files to run: ${path}`,
        { outputs: { directory: `${folder}/${path}` } },
        expect.stringMatching(/^saves outputs in .*, where other programs may run the files$/) as string,
      ],
    ),
    [
      "has an embedded server that writes where programs look for files to run",
      { backends: { own: { kind: "embedded", directory: ".git" } } },
      'opens the backend "own" of kind "embedded" (directory ".git")',
    ],
    [
      "saves in a folder whose name only begins like its own",
      { outputs: { directory: `${folder}-2` } },
      `saves outputs in "${folder}-2", outside this folder`,
    ],
    [
      "has a profile",
      profile({ origins: ["https://a.example"] }),
      'signs requests to "https://a.example/" with the auth profile "team" of type "basic"',
    ],
    [
      "has a profile for any address, with references",
      profile({
        schemes: {
          basic: {
            username: { $env: "A" },
            password: { $secret: "b" },
            x: { $token: "c" },
            y: { $file: "d" },
          },
        },
      }),
      [
        'reads the environment variable "A" for "profiles/team/schemes/basic/username"',
        'reads your stored secret "b" for "profiles/team/schemes/basic/password"',
        'sends the token of the profile "c" for "profiles/team/schemes/basic/x"',
        `reads the file "${resolve(folder, "d")}" for "profiles/team/schemes/basic/y"`,
        'signs requests to any address that a request names with the auth profile "team" of type "basic"',
      ],
    ],
    [
      "selects an environment",
      { environment: "test" },
      'selects the environment "test", for your own profiles and backends too',
    ],
    [
      "sets variables",
      { environments: { test: { host: "x" } } },
      'sets variables of the environment "test" (host "x")',
    ],
    [
      "sets a proxy",
      { network: { proxy: { http: "http://p.example:1", https: { $env: "P" } } } },
      [
        'reads the environment variable "P" for "network/proxy/https"',
        'changes which proxy requests go through (http "http://p.example:1/")',
      ],
    ],
    [
      "goes around the proxy",
      { network: { proxy: { no: ["*"] } } },
      'changes which proxy requests go through (no ["*"])',
    ],
    [
      "adds certificate authorities",
      { network: { ca: ["/x"] } },
      'trusts the certificate authorities in "/x" for every TLS connection',
    ],
    [
      "presents certificates",
      { network: { clientCertificates: [{ origin: "https://a.example", certificate: "/c", key: "/k" }] } },
      'presents the client certificate "/c" with the key "/k" to "https://a.example/"',
    ],
    ["chooses a secret store", { secrets: { store: "memory" } }, 'keeps secrets in the store "memory"'],
    [
      "configures a plugin",
      { plugins: { "secrets-file": { enabled: false, config: { path: "/x\u001b[2J" } } } },
      ['disables the plugin "secrets-file"', 'configures the plugin "secrets-file": path "/x\\u{1b}[2J"'],
    ],
  ])("%s", (_what, layer, expected) => {
    expect(textsOf(layer)).toEqual([expected].flat());
  });

  it("replaces an entry of the user, whatever the entry is", () => {
    const layer = { backends: { studio: { kind: "remote", baseUrl: "http://127.0.0.1:1/" } } };
    expect(textsOf(layer, { backends: { studio: { kind: "managed" } } })).toEqual([
      'replaces your own backend "studio" in this folder',
    ]);
  });

  it("shows control characters of a name as text", () => {
    expect(textsOf({ backends: { "a\u001b[2K\u202e": { kind: "cloud" } } })).toEqual([
      'opens the backend "a\\u{1b}[2K\\u{202e}" of kind "cloud"',
    ]);
  });
});
