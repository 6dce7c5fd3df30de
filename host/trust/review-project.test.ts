// Trust in a folder: refused without an answer, asked about, granted, and asked about again after a change.

import { manifestOf } from "../testing/manifest-of.js";
import { openTrustedFolder, revokeTrust } from "@pictor/host/trust";
import { createPictor } from "../create-pictor.js";
import { chmodSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { userDataFile } from "../testing/every-system.js";
import { createClone, refusal, type Clone } from "./testing/create-clone.js";
import { person } from "./testing/person.js";

let { root, project, env, write, ofProject, ofUser, load } = {} as Clone;
beforeEach(() => {
  ({ root, project, env, write, ofProject, ofUser, load } = createClone());
});
const farm = (baseUrl = "http://192.0.2.10/") => ({ backends: { farm: { kind: "remote", baseUrl } } });

describe("a project with power", () => {
  it("is refused when nobody can be asked, and nothing is stored", async () => {
    ofProject(farm());
    await expect(load()).rejects.toMatchObject(
      refusal(
        `The project in ${project} is not trusted. It sends prompts and images to "http://192.0.2.10/"`,
      ),
    );
    expect(existsSync(join(root, "data"))).toBe(false);
  });

  it("is refused with the name of its own file", async () => {
    const config = write("other.json", farm());
    await expect(load({ env: { ...env, PICTOR_CONFIG: config } })).rejects.toMatchObject({
      code: "TRUST_REQUIRED",
      hint: expect.stringMatching(/^Look at other\.json and/) as string,
    });
  });

  it("is refused after a no", async () => {
    ofProject(farm());
    const { asked, interaction } = person("no");
    await expect(load({ interaction })).rejects.toMatchObject({ code: "TRUST_REQUIRED" });
    expect(asked).toEqual([
      `The project in ${project} would do this. Do you trust it?\n- sends prompts and images to "http://192.0.2.10/" as the backend "farm"`,
    ]);
  });

  it("is used after a yes, without another question", async () => {
    ofProject(farm());
    const { asked, interaction } = person("as it is now");
    expect((await load({ interaction })).values).toMatchObject(farm());
    expect((await load()).values).toMatchObject(farm());
    expect(asked).toHaveLength(1);
  });

  it("asks again when it changes, and shows only what is new", async () => {
    ofProject(farm());
    const { asked, interaction } = person("as it is now");
    await load({ interaction });
    ofProject({ ...farm(), environments: { test: { host: "x" } } });
    await expect(load()).rejects.toMatchObject(refusal("It sets variables"));
    await load({ interaction });
    expect(asked[1]).toBe(
      `The project in ${project} has changed, and would now do this. Do you trust it?\n- sets variables of the environment "test" (host "x")`,
    );
    ofProject(farm("http://192.0.2.11/"));
    await expect(load()).rejects.toMatchObject(refusal("192.0.2.11"));
  });

  it("may change if its later changes are trusted, but not read other files or replace what is the user's", async () => {
    ofUser({ backends: { studio: { kind: "embedded" } } });
    ofProject(farm());
    await load({ interaction: person("and its later changes").interaction });
    ofProject(farm("http://192.0.2.11/"));
    expect((await load()).values).toMatchObject(farm("http://192.0.2.11/"));
    const secret = write("elsewhere/key.pem", "secret");
    ofProject({ profiles: { team: { type: "basic", schemes: { basic: { password: { $file: secret } } } } } });
    await expect(load()).rejects.toMatchObject(refusal(`It reads the file "${secret}"`));
    ofProject({ backends: { studio: { kind: "remote", baseUrl: "http://192.0.2.10/" } } });
    expect((await load()).values.backends).toEqual({ studio: { kind: "embedded" } });
  });

  it.each([
    ["the option trust", { trust: true }, {}],
    ["PICTOR_TRUST for all", {}, { PICTOR_TRUST: "1" }],
    ["PICTOR_TRUST for a folder above", {}, { PICTOR_TRUST: "<root>" }],
  ])("is used by %s, and nothing is stored", async (_how, options, variables) => {
    ofProject(farm());
    const given = Object.fromEntries(
      Object.entries(variables).map(([key, text]) => [key, text.replace("<root>", root)]),
    );
    expect((await load({ ...options, env: { ...env, ...given } })).values).toMatchObject(farm());
    await expect(load()).rejects.toMatchObject({ code: "TRUST_REQUIRED" });
  });

  it("is trusted by its real path, whatever link leads to it", async () => {
    ofProject(farm());
    await load({ interaction: person("as it is now").interaction });
    symlinkSync(project, join(root, "link"));
    expect((await load({ directory: join(root, "link") })).values).toMatchObject(farm());
  });

  it("is refused also as the file of --config", async () => {
    const file = write("clone/other.json", farm());
    await expect(load({ file })).rejects.toMatchObject({ code: "TRUST_REQUIRED" });
  });

  it.each([
    ["is not JSON", "{"],
    ["has a section of another form, which a change would lose", '{"folders": []}'],
    ["has a record of another form, which a change would lose", '{"folders": {"/work": {"powers": "all"}}}'],
  ])("is an error while the trust file %s", async (_problem, text) => {
    ofProject(farm());
    write(relative(root, userDataFile(root, "trust.json")), text);
    await expect(load()).rejects.toMatchObject({ code: "TRUST_FILE_BROKEN" });
  });
});

describe("an entry that the user has too", () => {
  const own = {
    profiles: {
      team: {
        type: "basic",
        schemes: { basic: { password: { $env: "MINE" } } },
        origins: ["https://own.example"],
      },
    },
    backends: { studio: { kind: "remote", baseUrl: "http://127.0.0.1:1/", auth: "team" } },
  };
  it("stays the user's unless the project is trusted for it, with a note", async () => {
    ofUser(own);
    ofProject({
      profiles: { team: { type: "basic", schemes: {}, origins: ["https://evil.example"] } },
      backends: { studio: { kind: "remote", baseUrl: "http://192.0.2.10/" } },
    });
    // The project's origins lie outside the user's.
    await expect(load()).rejects.toMatchObject({ code: "CONFIG_INVALID" });
    ofProject({
      profiles: { team: { type: "basic", schemes: {} } },
      backends: { studio: { kind: "remote", baseUrl: "http://192.0.2.10/" } },
    });
    const { shown, interaction } = person("no");
    expect((await load({ interaction })).values).toMatchObject(own);
    expect(shown).toEqual([
      `Your own profiles/team is used, not the one of the project in ${project}.`,
      `Your own backends/studio is used, not the one of the project in ${project}.`,
    ]);
  });

  it("is replaced as a whole when the project is trusted: nothing of the user's is sent elsewhere", async () => {
    ofUser(own);
    ofProject({
      profiles: { team: { type: "basic", schemes: {} } },
      backends: { studio: { kind: "embedded" } },
    });
    const { values } = await load({ interaction: person("as it is now").interaction });
    expect(values.backends).toEqual({ studio: { kind: "embedded" } });
    expect(values.profiles).toEqual({
      team: { type: "basic", schemes: {}, origins: ["https://own.example"] },
    });
  });
});

describe("plugin folders of a project", () => {
  const ran = () => existsSync(join(root, "ran"));
  beforeEach(() => {
    write("clone/plugins/own/plugin.json", manifestOf("output-own", "output"));
    write(
      "clone/plugins/own/index.js",
      `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(join(root, "ran"))}, "");\nexport default () => ({ handlers: {} });`,
    );
    ofProject({ pluginDirectories: ["plugins"] });
  });

  it("are not imported before the folder is trusted", async () => {
    await expect(load()).rejects.toMatchObject(refusal('runs the plugin code in "plugins/own"'));
    expect(ran()).toBe(false);
    const configuration = await load({ interaction: person("as it is now").interaction });
    const pictor = await createPictor({ builtins: "none", configuration });
    await pictor.load("output-own");
    expect(ran()).toBe(true);
    await pictor.dispose();
  });

  it("ask again after a change of any of their files, and for a new plugin", async () => {
    const { asked, interaction } = person("as it is now");
    await load({ interaction });
    write("clone/plugins/own/lib/deep.js", "export {};");
    await load({ interaction });
    write("clone/plugins/own/lib/deep.js", "export { };");
    await load({ interaction });
    write("clone/plugins/two/plugin.json", "{}");
    await load({ interaction });
    await load();
    expect(asked.map((question) => question.split("\n").at(-1))).toEqual([
      '- runs the plugin code in "plugins/own"',
      '- runs the plugin code in "plugins/own"',
      '- runs the plugin code in "plugins/own"',
      '- runs the plugin code in "plugins/two"',
    ]);
  });

  const unsafe: readonly (readonly [string, () => void, string])[] = [
    [
      "leads out of the project by a link",
      () => {
        write("elsewhere/evil/plugin.json", "{}");
        symlinkSync(join(root, "elsewhere/evil"), join(project, "plugins/evil"));
      },
      "outside the project",
    ],
    [
      "has a file that leads out of the project by a link",
      () => symlinkSync(write("elsewhere/evil.js", ""), join(project, "plugins/own/evil.js")),
      "outside the project",
    ],
    [
      "can be changed by everyone",
      () => chmodSync(join(project, "plugins/own"), 0o777),
      "every user of this machine can change it",
    ],
    [
      "has a file that everyone can change",
      () => chmodSync(join(project, "plugins/own/index.js"), 0o666),
      "every user of this machine can change it",
    ],
  ];
  // Windows has no modes for others.
  const found = unsafe.filter(
    ([, , reason]) => process.platform !== "win32" || !reason.includes("every user"),
  );
  it.each(found)("are refused even with trust if one %s", async (_what, prepare, reason) => {
    prepare();
    await expect(load({ trust: true })).rejects.toMatchObject({
      code: "PLUGIN_FOLDER_UNSAFE",
      what: expect.stringContaining(reason) as string,
    });
  });
});

it("what Pictor itself writes for the user is trusted with it, and nothing else of the file", async () => {
  ofProject({});
  const pictor = await createPictor({ configuration: await load(), interaction: person().interaction });
  await pictor.saveBackend("farm", { kind: "remote", baseUrl: "http://192.0.2.10/" });
  await pictor.dispose();
  expect((await load()).values).toMatchObject(farm());
  const content = JSON.parse(readFileSync(join(project, "pictor.json"), "utf8")) as object;
  ofProject({ ...content, environment: "test" });
  await expect(load()).rejects.toMatchObject(refusal("It selects the environment"));
});

it("a folder is shown, trusted and no longer trusted without being used", async () => {
  ofProject(farm());
  const before = await openTrustedFolder(project, { env });
  expect([before.folder, before.mode, before.untrusted.length]).toEqual([project, undefined, 1]);
  await before.trust("snapshot");
  expect(await openTrustedFolder(project, { env })).toMatchObject({ mode: "snapshot", untrusted: [] });
  expect(await revokeTrust(project, { env })).toMatchObject({ wasTrusted: true });
  await expect(load()).rejects.toMatchObject({ code: "TRUST_REQUIRED" });
});
