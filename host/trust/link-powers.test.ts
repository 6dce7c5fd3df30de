// Links in a stranger's project: the user sees where they lead, and is asked again when they lead elsewhere.

import { manifestOf } from "../testing/manifest-of.js";
import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { openTrustedFolder } from "@pictor/host/trust";
import { beforeEach, describe, expect, it } from "vitest";
import { createClone, type Clone } from "./testing/create-clone.js";

let { root, project, env, write, ofProject, load, trustFolder } = {} as Clone;
beforeEach(() => {
  ({ root, project, env, write, ofProject, load, trustFolder } = createClone());
  // As with the usual mask: a folder that everybody can change is refused.
  for (const name of ["one", "two"]) mkdirSync(join(root, name), { mode: 0o755 });
});
const powers = async () => (await openTrustedFolder(project, { env })).untrusted.map(({ text }) => text);
/** Makes `link` lead to `target`. */
function turn(link: string, target: string): void {
  rmSync(link, { force: true });
  symlinkSync(target, link);
}

/** The project file that names the path, and the path; "one" and "two" are places outside of the project. */
const paths: readonly (readonly [string, string, () => void])[] = [
  ["the folder of outputs", "art", () => ofProject({ outputs: { directory: "art" } })],
  ["a folder in a linked folder", "art", () => ofProject({ outputs: { directory: "art/today" } })],
  ["the default folder of outputs", "outputs", () => undefined],
  ["the wildcards", "wildcards", () => undefined],
  ["a certificate authority", "ca", () => ofProject({ network: { ca: ["ca/root.pem"] } })],
  [
    "a client certificate",
    "tls",
    () => {
      const [certificate, key] = ["tls/a.pem", "tls/a.key"];
      ofProject({ network: { clientCertificates: [{ origin: "https://a.example", certificate, key }] } });
    },
  ],
  ["a program", "run", () => ofProject({ backends: { m: { kind: "managed", python: "./run/python" } } })],
  [
    "the files of a backend",
    "files",
    () => ofProject({ backends: { e: { kind: "embedded", directory: "files" } } }),
  ],
  [
    "the files of a queue",
    "store",
    () =>
      ofProject({
        backends: { q: { kind: "queue", redis: "redis://127.0.0.1", store: { folder: "./store" } } },
      }),
  ],
  [
    "a setting of a plugin",
    "log",
    () => ofProject({ plugins: { "output-journal": { config: { file: "log/journal.jsonl" } } } }),
  ],
  [
    "a file with a secret",
    "key",
    () => {
      const schemes = { bearer: { token: { $file: "key/token" } } };
      ofProject({ profiles: { p: { type: "bearer", schemes, origins: ["https://a.example"] } } });
    },
  ],
  [
    "a folder of plugins",
    "plugins",
    () => {
      for (const name of ["one", "two"])
        write(`${name}/output-x/plugin.json`, manifestOf("output-x", "output", { main: undefined }));
      ofProject({ pluginDirectories: ["./plugins"] });
    },
  ],
];

describe.each(["snapshot", "later-changes"] as const)("after a yes to the project as %s", (mode) => {
  it.each(paths)("%s is asked about again when its link leads elsewhere", async (_what, name, prepare) => {
    prepare();
    const link = join(project, name);
    turn(link, join(root, "one"));
    expect((await powers()).join("\n")).toContain(join(root, "one"));
    await trustFolder(mode);
    await load();
    turn(link, join(root, "two"));
    expect((await powers()).join("\n")).toContain(join(root, "two"));
    await expect(load()).rejects.toMatchObject({ code: "TRUST_REQUIRED" });
  });

  it("a folder outside is asked about again when it becomes a link", async () => {
    ofProject({ outputs: { directory: "../one" } });
    await trustFolder(mode);
    await load();
    renameSync(join(root, "one"), join(root, "before"));
    turn(join(root, "one"), join(root, "two"));
    await expect(load()).rejects.toMatchObject({ code: "TRUST_REQUIRED" });
  });
});
