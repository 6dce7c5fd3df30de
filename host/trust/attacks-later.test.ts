// A stranger's project that was trusted and then changes, and what is asked about in spite of that trust.

import { join, relative } from "node:path";
import { loadPictorConfiguration, type Interaction } from "@pictor/host";
import { openTrustedFolder } from "@pictor/host/trust";
import { beforeEach, describe, expect, it } from "vitest";
import { createClone, refusal, type Clone } from "./testing/create-clone.js";

let { root, project, env, write, ofProject, ofUser, load, trustFolder } = {} as Clone;
beforeEach(() => {
  ({ root, project, env, write, ofProject, ofUser, load, trustFolder } = createClone());
});
const bearer = (token: object) => ({ type: "bearer", schemes: { bearer: { token } } });
const remote = (baseUrl: string) => ({ kind: "remote", baseUrl });

describe("trust in later changes does not include what is the user's", () => {
  beforeEach(async () => {
    ofUser({
      profiles: { work: bearer({ $env: "MINE" }) },
      backends: { studio: remote("http://own.example/") },
      environment: "prod",
      environments: { prod: { key: { $env: "MINE" } } },
    });
    ofProject({ backends: { studio: remote("http://192.0.2.65/") } });
    await trustFolder("later-changes");
    await load();
  });
  it.each<[string, object, string]>([
    [
      "a folder outside for a server",
      { backends: { e: { kind: "embedded", directory: "../other" } } },
      'opens the backend "e"',
    ],
    ["a token", { profiles: { z: bearer({ $token: "work" }) } }, 'the token of your profile "work"'],
    ["a variable", { backends: { a: remote("http://192.0.2.66/{{key}}") } }, 'fills your variable "key"'],
  ])("%s", async (_what, layer, text) => {
    ofProject(layer);
    await expect(load()).rejects.toMatchObject(refusal(text));
  });
  it("another address of a backend that replaces theirs, which is used instead", async () => {
    ofProject({ backends: { studio: remote("http://192.0.2.66/") } });
    expect((await load()).values.backends).toEqual({ studio: remote("http://own.example/") });
  });
});

it("origins are narrowed, also where an entry of the project is left out", async () => {
  ofUser({
    profiles: { work: { ...bearer({ $env: "MINE" }), origins: ["https://own.example"] } },
    backends: { studio: remote("http://own.example/") },
  });
  const profiles = { z: bearer({ $token: "work" }) };
  ofProject({ profiles });
  await trustFolder();
  ofProject({ profiles, backends: { studio: remote("http://192.0.2.66/") } });
  const { values } = await load();
  expect(values.backends).toEqual({ studio: remote("http://own.example/") });
  expect(values.profiles?.["z"]?.origins).toEqual(["https://own.example"]);
});

it("the question shows no value of a setting with the name of a secret", async () => {
  ofProject({ plugins: { other: { config: { deep: { apiKey: "abcdefgh" } } } } });
  const { powers } = await openTrustedFolder(project, { env });
  expect(powers.map(({ text }) => text)).toEqual(['configures the plugin "other": deep.apiKey "***"']);
});

it("a token is asked about again if its profile is now the user's", async () => {
  const profiles = { z: bearer({ $token: "work" }) };
  ofProject({ profiles: { ...profiles, work: bearer({ $env: "THEIRS" }) } });
  await trustFolder();
  ofUser({ profiles: { work: bearer({ $env: "MINE" }) } });
  ofProject({ profiles });
  await expect(load()).rejects.toMatchObject(refusal('the token of your profile "work"'));
});

it.each(["certificate", "key"])(
  "a client certificate is asked about again if its %s changes",
  async (part) => {
    write("clone/certificate.pem", "one");
    write("clone/key.pem", "one");
    const entry = { origin: "https://192.0.2.66", certificate: "certificate.pem", key: "key.pem" };
    ofProject({ network: { clientCertificates: [entry] } });
    await trustFolder("later-changes");
    await load();
    write(`clone/${part}.pem`, "two");
    await expect(load()).rejects.toMatchObject(refusal("presents the client certificate"));
  },
);

it.each<[string, object]>([
  ["credentials in the address of this machine", remote("http://user:word@127.0.0.1/")],
  ["a network path", { kind: "embedded", directory: "\\\\192.0.2.66\\share" }],
])("a backend is not harmless with %s", async (_what, backend) => {
  ofProject({ backends: { a: backend } });
  await expect(load()).rejects.toMatchObject(refusal('the backend "a"'));
});

it.each<[string, () => string]>([
  // Between two drives of Windows no path is relative.
  ["a relative path to the folder", () => `./${relative(process.cwd(), project)}`],
  ["the beginning of its path", () => project.slice(0, -1)],
  ["a longer path", () => `${project}/sub`],
  ["another number", () => "0"],
  ["a number with a blank", () => " 1"],
])("PICTOR_TRUST with %s trusts nothing", async (_what, value) => {
  ofProject({ environment: "test" });
  const given = { ...env, PICTOR_TRUST: value() };
  await expect(loadPictorConfiguration({ directory: project, env: given })).rejects.toMatchObject({
    code: "TRUST_REQUIRED",
  });
});

it("code that changes while the question is open is asked about", async () => {
  write("clone/plugins/own/plugin.json", { id: "own" });
  write("clone/plugins/own/index.js", "one");
  ofProject({ pluginDirectories: ["plugins"] });
  const answers = ["snapshot", "no"];
  const asked: string[] = [];
  const interaction: Pick<Interaction, "ask" | "show"> = {
    ask({ title }) {
      asked.push(title);
      write("clone/plugins/own/index.js", `two, ${asked.length}`);
      return Promise.resolve(answers[asked.length - 1] ?? "no");
    },
    show: () => undefined,
  };
  await expect(loadPictorConfiguration({ directory: project, env, interaction })).rejects.toMatchObject({
    code: "TRUST_REQUIRED",
  });
  expect(asked).toHaveLength(2);
});

describe("another project than the trusted one is asked about", () => {
  beforeEach(async () => {
    ofProject({ environment: "test" });
    await trustFolder();
  });
  it("in a folder below", async () => {
    write("clone/sub/pictor.json", { environment: "test" });
    const directory = join(project, "sub");
    await expect(loadPictorConfiguration({ directory, env })).rejects.toMatchObject({
      code: "TRUST_REQUIRED",
    });
  });
  it("in another file of the folder, with other powers", async () => {
    const file = write("clone/other.json", { environment: "other" });
    await expect(loadPictorConfiguration({ directory: root, file, env })).rejects.toMatchObject({
      code: "TRUST_REQUIRED",
    });
  });
});

it("the last of two equal keys of a file is the one that is reviewed and used", async () => {
  const [one, two] = ["http://127.0.0.1/", "http://192.0.2.66/"].map((url) =>
    JSON.stringify({ a: remote(url) }),
  );
  ofProject(`{ "backends": ${one}, "backends": ${two} }`);
  await expect(load()).rejects.toMatchObject(refusal("192.0.2.66"));
  ofProject(`{ "backends": ${two}, "backends": ${one} }`);
  expect((await load()).values.backends).toEqual({ a: remote("http://127.0.0.1/") });
});
