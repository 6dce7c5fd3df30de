// From nothing to an image: one command installs and starts ComfyUI, and installs the extensions that a workflow needs.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { git, missingPrograms } from "../../stand-in/git.test.support.js";
import { processesNaming } from "../../stand-in/processes.test.support.js";
import { freePort } from "../../free-port.test.support.js";
import { contentsOf, createStage, keepCopy, type Stage } from "./stage.test.support.js";

const title = `a managed backend (${missingPrograms ?? "git and python3 are there"})`;
let stage: Stage;
let restore: () => void;

const inFolder = (...path: readonly string[]): string => join(stage.comfy, "custom_nodes", ...path);
/** All logs of the servers of the instance. */
const logs = (): string =>
  readdirSync(join(stage.instance, "logs"))
    .filter((name) => name.startsWith("server"))
    .map((name) => readFileSync(join(stage.instance, "logs", name), "utf8"))
    .join("");
/** How many times a server became ready. */
const starts = (): number => logs().split("To see the GUI go to").length - 1;
const savedImages = (): readonly string[] => (existsSync(stage.images) ? readdirSync(stage.images) : []);
const left = () => processesNaming(stage.scratch);
const lockFile = (): string => join(stage.project, "pictor-extensions.lock.json");

describe.skipIf(missingPrograms)(title, () => {
  beforeAll(async () => {
    // Python makes this environment itself, in a folder with blanks and letters that are not ASCII.
    stage = createStage({ name: "Zoës Bilder (neu) 图片" });
    const { code, err } = await stage.pictor("backend", "install", "studio", "--yes");
    expect(code, err).toBe(0);
    git(stage.scratch, "clone", "--quiet", stage.beta.url, inFolder("Beta-Nodes"));
    git(inFolder("Beta-Nodes"), "checkout", "--quiet", "v0.9.0");
    restore = keepCopy(stage.instance);
  });
  afterEach(async () => {
    await stage.pictor("backend", "stop", "studio");
    expect(left()).toEqual([]);
    restore();
  });
  afterAll(() => {
    if (missingPrograms === undefined) stage.dispose();
  });

  it("is installed in the newest version, and has nothing left to do", async () => {
    expect(git(stage.comfy, "describe", "--tags")).toBe("v0.5.0");
    const { code, out } = await stage.pictor("backend", "install", "studio", "--dry-run", "--json");
    const { plan } = JSON.parse(out.trim().split("\n").at(-1) ?? "") as {
      plan: readonly { state: string }[];
    };
    expect([code, new Set(plan.map(({ state }) => state))]).toEqual([0, new Set(["done"])]);
  });

  it("gets a missing and an outdated extension, restarts once, and finishes the image", async () => {
    const begun = await stage.pictor("backend", "start", "studio");
    expect(begun.code, begun.err).toBe(0);
    const { code, err } = await stage.pictor(
      "generate",
      "poster",
      "--prompt",
      "a kite",
      "--seed",
      "7",
      "--yes",
    );
    expect(code, err).toBe(0);
    expect(savedImages()).toHaveLength(1);
    expect(starts()).toBe(2);
    // The folder has letters that are not ASCII.
    expect(logs()).toContain(`web root: ${join(stage.comfy, "web")}\n`);
    expect(git(inFolder("Acme-Nodes"), "describe", "--tags")).toBe("v1.2.0");
    expect(readFileSync(inFolder("Acme-Nodes", "install-script-ran"), "utf8")).toContain(stage.instance);
    expect(git(inFolder("Beta-Nodes"), "describe", "--tags")).toBe("v2.0.1");
    const locked = JSON.parse(readFileSync(lockFile(), "utf8")) as object;
    expect(JSON.stringify(locked)).toContain(stage.acme.commit("v1.2.0"));
    expect(JSON.stringify(locked)).toContain(stage.beta.commit("v2.0.1"));
    expect(err).toMatch(/acme\/acme-nodes/);
  });

  it("that is stopped is started after the extensions are there, and ends with the command", async () => {
    const { code, err } = await stage.pictor(
      "generate",
      "poster",
      "--prompt",
      "a kite",
      "--seed",
      "8",
      "--yes",
    );
    expect(code, err).toBe(0);
    expect(starts()).toBeLessThanOrEqual(2);
    expect(left()).toEqual([]);
  });

  it("is left as it was when nobody agrees: a veto that names what is missing", async () => {
    const before = contentsOf(join(stage.comfy, "custom_nodes"));
    const images = savedImages();
    const { code, err } = await stage.pictor("generate", "poster", "--prompt", "a kite", "--seed", "9");
    expect(code, err).toBe(4);
    expect(err).toMatch(/acme\/acme-nodes/);
    expect(err).toMatch(/beta\/beta-nodes/);
    expect(contentsOf(join(stage.comfy, "custom_nodes"))).toEqual(before);
    expect(savedImages()).toEqual(images);
    expect(left()).toEqual([]);
  });

  it("runs the same project as a remote, an embedded one and a pool: the kind is another, nothing else", async () => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}/`;
    const settings = { baseUrl, launch: { port }, members: ["there", "here"] };
    const others = { there: { kind: "remote", baseUrl }, here: { kind: "embedded" } };
    const image = [
      "generate",
      "txt2img",
      "--example",
      ...["steps=2", "width=64", "height=64"].flatMap((one) => ["--set", one]),
    ];
    stage.configure(settings, others);
    onTestFinished(() => stage.configure());
    expect(await stage.pictor("backend", "start", "studio")).toMatchObject({ code: 0 });
    for (const kind of ["managed", "remote", "embedded", "pool"]) {
      stage.configure({ ...settings, kind }, others);
      const { code, err } = await stage.pictor(...image, "--seed", String(port));
      expect(code, `${kind}: ${err}`).toBe(0);
    }
    expect(starts()).toBe(1);
    stage.configure(settings, others);
    expect(await stage.pictor("backend", "stop", "studio")).toMatchObject({ code: 0 });
  });
});
