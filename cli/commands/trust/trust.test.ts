// `trust`, and the commands of a project that is not trusted.

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createCommandFolder } from "../../testing/command-folder.js";
import { ending } from "../../testing/ending.js";

let config: string;
const folder = createCommandFolder({ PICTOR_TRUST: "" });
const farm = (baseUrl: string) => JSON.stringify({ backends: { farm: { kind: "remote", baseUrl } } });
const power = 'sends prompts and images to "http://192.0.2.10/" as the backend "farm"';
beforeEach(async () => {
  config = folder.write("pictor.json", farm("http://192.0.2.10/"));
  await folder.run("trust", folder.path, "--config", config, "--revoke");
});
const trust = (...words: readonly string[]) => folder.run("trust", folder.path, "--config", config, ...words);
const list = (...words: readonly string[]) => folder.run("backend", "list", "--config", config, ...words);

describe("a command in a project that is not trusted", () => {
  it("is refused without a terminal, and says what trusts the project", async () => {
    const { code, out, err } = await list();
    expect({ code, out }).toEqual({ code: 8, out: "" });
    expect(err).toContain(`is not trusted. It ${power}.`);
    expect(err).toContain("run `pictor trust`");
  });

  it("asks on a terminal, and goes on after a yes", async () => {
    expect(await folder.runWithAnswer("1\n", "backend", "list", "--config", config)).toMatchObject(
      ending(0, `- ${power}`),
    );
    expect((await list()).code).toBe(0);
  });

  it("is not trusted by --yes, which answers other questions", async () => {
    expect(await folder.run("generate", "txt2img", "fox", "--yes", "--config", config)).toMatchObject(
      ending(8, "TRUST_REQUIRED"),
    );
  });

  it("runs with --trust, for this call alone", async () => {
    expect((await list("--trust")).code).toBe(0);
    expect((await list()).code).toBe(8);
  });

  it.each([["--help"], ["generate", "txt2img", "--help"], ["plugins", "validate", "plugins/auth-basic"]])(
    "runs if it uses nothing of the project: %s",
    async (...words) => {
      expect((await folder.run(...words)).err).toBe("");
    },
  );
});

describe("pictor trust", () => {
  it("shows the powers and asks for --yes without a terminal", async () => {
    const { code, err } = await trust();
    expect(code).toBe(2);
    expect(err).toContain(`- ${power}`);
    expect(err).toContain("Give --yes.");
  });

  it("asks on a terminal, and changes nothing after a no", async () => {
    const words = ["trust", folder.path, "--config", config];
    expect((await folder.runWithAnswer("2\n", ...words)).err).toContain("Nothing was changed.");
    expect((await list()).code).toBe(8);
    expect((await folder.runWithAnswer("1\n", ...words)).err).toContain(`You trust ${folder.path}.`);
    expect((await list()).code).toBe(0);
  });

  it("revokes the trust in a folder that is gone, and in one whose file cannot be read", async () => {
    const gone = join(folder.path, "gone");
    const revoke = () => folder.run("trust", gone, "--revoke");
    const revived = async (): Promise<void> => {
      mkdirSync(gone, { recursive: true });
      folder.write("gone/pictor.json", farm("http://192.0.2.10/"));
      expect((await folder.run("trust", gone, "--yes")).code).toBe(0);
    };
    await revived();
    rmSync(gone, { recursive: true });
    expect((await folder.run("trust", "--list")).out).toContain(gone);
    expect((await revoke()).err).toContain(`You no longer trust ${gone}.`);
    expect((await folder.run("trust", "--list")).err).toContain("You trust no folder");
    expect((await revoke()).err).toContain(`You did not trust ${gone}; `);
    await revived();
    folder.write("gone/pictor.json", "{");
    expect(await revoke()).toMatchObject({
      code: 0,
      err: expect.stringContaining("no longer trust") as string,
    });
  });

  it("trusts a project as it is, lists it, and revokes the trust", async () => {
    expect((await trust("--yes")).code).toBe(0);
    expect((await folder.run("trust", "--list")).out).toContain(`${folder.path}  as it was`);
    expect((await trust()).err).toContain("already");
    folder.write("pictor.json", farm("http://192.0.2.11/"));
    expect((await list()).code).toBe(8);
    expect((await trust("--revoke")).err).toContain(`You no longer trust ${folder.path}.`);
    expect((await trust("--revoke")).err).toContain(`You did not trust ${folder.path}; `);
    expect((await folder.run("trust", "--list")).err).toContain("You trust no folder and no certificate.");
  });

  it("trusts later changes on request", async () => {
    await trust("--yes", "--later-changes");
    folder.write("pictor.json", farm("http://192.0.2.11/"));
    expect((await list()).code).toBe(0);
  });

  it("reports to programs", async () => {
    const { out } = await trust("--yes", "--json");
    expect(JSON.parse(out)).toMatchObject({
      type: "result",
      trust: { folder: folder.path, mode: "snapshot", powers: [power] },
    });
  });

  it("says that a harmless project needs no trust, and that a folder is missing", async () => {
    folder.write("pictor.json", farm("http://127.0.0.1:8188/"));
    expect((await trust()).err).toContain("can do nothing that needs trust");
    expect((await folder.run("trust", `${folder.path}/nowhere`)).err).toContain("There is no folder");
  });
});
