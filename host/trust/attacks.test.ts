// A stranger's project that tries to get something without the user's consent, and what stops each attempt.

import { createPictor, loadPictorConfiguration } from "@pictor/host";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createClone, refusal, type Clone } from "./testing/create-clone.js";

let { root, project, env, write, ofProject, ofUser, load, trustFolder } = {} as Clone;
beforeEach(() => {
  ({ root, project, env, write, ofProject, ofUser, load, trustFolder } = createClone());
});
const bearer = (token: string) => ({ type: "bearer", schemes: { bearer: { token: { $env: token } } } });
const evil = "http://192.0.2.66/";

describe("the user's profile is not sent to a stranger's backend", () => {
  const backends = { render: { kind: "remote", baseUrl: evil, auth: "work" } };
  it("when the project no longer defines the profile that its backend names", async () => {
    ofProject({ profiles: { work: bearer("THEIRS") }, backends });
    await trustFolder();
    ofUser({ profiles: { work: bearer("MINE") } });
    ofProject({ backends });
    await expect(load()).rejects.toMatchObject(refusal('the credentials of your profile "work"'));
  });
  it("when the profile of the project is left out because the user has one of that name", async () => {
    ofProject({ profiles: { work: bearer("THEIRS") }, backends });
    await trustFolder();
    ofUser({ profiles: { work: bearer("MINE") } });
    await expect(load()).rejects.toMatchObject(refusal('replaces your own auth profile "work"'));
  });
  it("even if its later changes are trusted", async () => {
    ofUser({ profiles: { work: bearer("MINE") } });
    ofProject({ backends: { render: { kind: "remote", baseUrl: evil } } });
    await trustFolder("later-changes");
    ofProject({ backends });
    await expect(load()).rejects.toMatchObject(refusal('the credentials of your profile "work"'));
  });
  it("through a token that the user's profile keeps for its own origins", async () => {
    ofUser({ profiles: { work: { ...bearer("MINE"), origins: ["https://own.example"] } } });
    const z = { type: "bearer", schemes: { bearer: { token: { $token: "work" } } } };
    ofProject({ profiles: { z } });
    await trustFolder();
    expect((await load()).values.profiles?.["z"]?.origins).toEqual(["https://own.example"]);
  });
});

it("a profile that was left out is not read from the project's file after the user has changed their own", async () => {
  ofUser({ profiles: { w: { ...bearer("MINE"), origins: ["https://own.example"] } } });
  ofProject({ profiles: { w: bearer("THEIRS") } });
  const pictor = await createPictor({ configuration: await load() });
  const change = (name: string) =>
    pictor.profiles.change("w", () => ({ ...bearer(name), origins: ["https://own.example"] }));
  expect(await change("ONE")).toBe(join(root, "config/pictor/pictor.json"));
  expect(await change("TWO")).toBe(join(root, "config/pictor/pictor.json"));
  expect((await pictor.profiles.view("w")).profile).toMatchObject(bearer("TWO"));
  await pictor.dispose();
  expect(readFileSync(join(project, "pictor.json"), "utf8")).toContain("THEIRS");
});

describe("the user's own backend is not redirected", () => {
  const studio = { kind: "remote", baseUrl: "http://{{host}}/", auth: "work" };
  beforeEach(() => {
    ofUser({
      profiles: { work: bearer("MINE") },
      backends: { studio },
      environment: "prod",
      environments: { prod: { host: "own.example", key: { $env: "MINE" } } },
    });
  });
  it("by a variable of an environment of the same name", async () => {
    ofProject({});
    await trustFolder("later-changes");
    ofProject({ environments: { prod: { host: "192.0.2.66" } } });
    expect((await load()).values.environments).toMatchObject({ prod: { host: "own.example" } });
  });
  it("by another environment, without a question that says so", async () => {
    ofProject({ environment: "test", environments: { test: { host: "192.0.2.66" } } });
    await expect(load()).rejects.toMatchObject(refusal("for your own profiles and backends too"));
  });
});

describe("the user's variables are not used without a question", () => {
  beforeEach(() => void ofUser({ environment: "prod", environments: { prod: { key: { $env: "MINE" } } } }));
  it.each([
    [
      "in an address of this machine",
      { backends: { a: { kind: "remote", baseUrl: "http://127.0.0.1/{{key}}/" } } },
    ],
    ["in the name of an image", { plugins: { "output-files": { config: { name: "{{key}}" } } } }],
    ["in a folder", { backends: { a: { kind: "embedded", directory: "{{key}}" } } }],
  ])("%s", async (_where, layer) => {
    ofProject(layer);
    await expect(load()).rejects.toMatchObject(refusal('fills your variable "key"'));
  });
});

it.each(["backends", "plugins"])("a reference is not hidden by the key __proto__, in %s", async (section) => {
  const hidden = `{ "$env": "MINE", "__proto__": 1 }`;
  const text =
    section === "backends"
      ? `{ "a": { "kind": "remote", "baseUrl": "http://127.0.0.1/", "registry": ${hidden} } }`
      : `{ "output-files": { "config": { "name": ${hidden} } } }`;
  ofProject(`{ "${section}": ${text} }`);
  await expect(load()).rejects.toMatchObject({ code: "CONFIG_INVALID" });
});

it("a link to the folder of Git inside the project is no folder of outputs", async () => {
  mkdirSync(join(project, ".git", "hooks"), { recursive: true });
  symlinkSync(join(project, ".git", "hooks"), join(project, "outputs"));
  await expect(load()).rejects.toMatchObject(refusal("saves outputs in"));
});

it("a certificate authority is asked about again when its file changes", async () => {
  write("clone/ca.pem", "one");
  ofProject({ network: { ca: ["ca.pem"] } });
  await trustFolder("later-changes");
  await load();
  write("clone/ca.pem", "two");
  await expect(load()).rejects.toMatchObject(refusal("trusts the certificate authorities"));
});

it("the plugin folders of the user are not switched off in silence", async () => {
  ofUser({ pluginDirectories: ["own"] });
  ofProject({ pluginDirectories: [] });
  await expect(load()).rejects.toMatchObject(refusal("does not use your plugin folders"));
});

it("saving a profile does not trust another whose name only begins like it", async () => {
  ofProject({ profiles: { "w/x": bearer("THEIRS") } });
  const configuration = await loadPictorConfiguration({ directory: project, env, trust: true });
  const pictor = await createPictor({ configuration });
  await pictor.profiles.save("w", { type: "none", schemes: {} });
  await pictor.dispose();
  await expect(load()).rejects.toMatchObject(refusal('"w/x"'));
});

it("a file of the project is never the user's own configuration", async () => {
  const given = { ...env, XDG_CONFIG_HOME: "config" };
  write("clone/config/pictor/pictor.json", { environment: "test" });
  const { files } = await loadPictorConfiguration({ directory: project, env: { ...given, HOME: root } });
  expect(files.filter((file) => file.startsWith(project))).toEqual([]);
});

describe("the question cannot mislead", () => {
  it.each([
    [
      "a host behind a backslash",
      "http://evil.example\\@studio.example/",
      '"http://evil.example/@studio.example/"',
    ],
    ["a long host", `https://studio.example.${"a".repeat(220)}.evil.example/`, '.evil.example/"'],
  ])("with %s", async (_what, baseUrl, text) => {
    ofProject({ backends: { farm: { kind: "remote", baseUrl } } });
    await expect(load()).rejects.toMatchObject(refusal(text));
  });
  it("with the address of a token behind harmless origins", async () => {
    const schemes = { oauth2: { tokenUrl: "https://evil.example/t", clientSecret: { $env: "S" } } };
    ofProject({ profiles: { a: { type: "oauth2", schemes, origins: ["https://good.example"] } } });
    await expect(load()).rejects.toMatchObject(refusal('oauth2.tokenUrl "https://evil.example/t"'));
  });
  it.each([
    ["a quotation mark", 'a" (harmless); saves nothing "', '"a\\u{22} (harmless); saves nothing \\u{22}"'],
    ["a line that is filled with blanks", `a${" ".repeat(3)}- b`, '"a \\u{20}\\u{20}- b"'],
    ["blanks of another kind", "a\u00a0\u2800\u3000- b", '"a\\u{a0}\\u{2800}\\u{3000}- b"'],
    ["marks that cover other lines", `a${"\u0338".repeat(5)}`, '"a\u0338\u0338\u0338\\u{338}\\u{338}"'],
    ["an end that is far away", `/usr/bin${"/".repeat(220)}../../tmp/evil`, '/../../tmp/evil"'],
  ])("with %s", async (_what, value, text) => {
    ofProject({ environments: { [value]: { name: value } } });
    await expect(load()).rejects.toMatchObject(refusal(text));
    ofProject({ environments: { e: { [value]: "1" } } });
    await expect(load()).rejects.toMatchObject(refusal(text));
  });
  it("with an address that is none", async () => {
    ofUser({ profiles: { a: { type: "none", schemes: {}, origins: ["https://own.example"] } } });
    ofProject({ profiles: { a: { type: "none", schemes: {}, origins: ["https://["] } } });
    await expect(load()).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });
});
