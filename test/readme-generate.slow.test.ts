// The tasks of the README that make images, executed on servers of this machine, and its command for the shell.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import { expect, it, onTestFinished } from "vitest";
import { encodedPixels } from "./pixels.test.support.js";
import {
  blockOf,
  commandsOf,
  newcomersFolder,
  readme,
  sectionOf,
  type,
} from "./readme-tasks.test.support.js";

/** A smaller image: one of the default size takes seconds. */
const small = "--set width=64 --set height=64 --set steps=2";
const pixelsOf = (path: string) => encodedPixels(readFileSync(path));

it("images on a server that asks for the credentials of the profile", async () => {
  newcomersFolder();
  const server = await startEmbeddedServer({ access: { username: "me", password: "p-4711" } });
  onTestFinished(() => server.close());
  const configuration = blockOf(sectionOf("Generate on your own server"), "json");
  writeFileSync("pictor.json", configuration.replace("http://192.0.2.10:8188/", server.url));
  const [text = "", image = "", ...others] = commandsOf("Generate on your own server");
  expect(others).toEqual([]);
  const password = "STUDIO_PASSWORD=p-4711";
  const made = await type(`${password} ${text.replace("--set steps=30", small)}`);
  const [first = "", ...more] = made.out.trim().split("\n");
  expect(more).toHaveLength(2);
  renameSync(first, "day.png");
  const changed = await type(`${password} ${image} --set steps=2`);
  expect(pixelsOf(changed.out.trim())).not.toEqual(pixelsOf("day.png"));
});

it("any graph, and an image again", async () => {
  newcomersFolder();
  writeFileSync("pictor.json", JSON.stringify({ backends: { here: { kind: "embedded" } } }));
  writeFileSync("workflow.json", (await type(`pictor graph txt2img "a fox" ${small}`)).out);
  const [custom = "", inspect = "", again = "", ...others] = commandsOf("Run any graph, and repeat an image");
  expect(others).toEqual([]);
  renameSync((await type(custom)).out.trim(), "fox.png");
  expect((await type(inspect)).out).toContain('{"KSampler.steps":"8"}');
  // A terminal would ask whether the graph may be read that the image names.
  expect(pixelsOf((await type(`${again} --yes`)).out.trim())).not.toEqual(pixelsOf("fox.png"));
  const [, check = ""] = /`(pictor extensions check [^`]+)`/.exec(readme) ?? [];
  expect((await type(check)).err).toContain("No extension is needed.");
});

it.skipIf(process.platform === "win32")("the command, in a folder with a space", () => {
  const folder = join(newcomersFolder(), "a b", "ü");
  mkdirSync(join(folder, "dist/cli"), { recursive: true });
  writeFileSync(join(folder, "dist/cli/main.js"), "console.log(process.argv.slice(2).join());");
  const [, define = ""] = /^npm run build && (alias pictor=.*)$/m.exec(readme) ?? [];
  // A shell expands an alias only in lines that it reads after the definition.
  const input = `${define}\ncd /\npictor generate "a kite"\n`;
  const { stdout, stderr } = spawnSync("sh", ["-s"], { cwd: folder, input, encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: "generate,a kite\n", stderr: "" });
});
