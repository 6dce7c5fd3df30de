// Options that are none, and what the server says of itself with those that are.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { getJson } from "../testing/wire.test.support.js";
import { argvOf } from "./argv.js";
import { InvalidOptionsError } from "./options.js";
import { startEmbeddedServer } from "./start.js";

describe("what is no option", () => {
  it.each([
    [5, "/: it is no object"],
    [{ fault: [] }, '/fault: there is no such member (did you mean "faults"?)'],
    [{ previews: "sometimes" }, "/previews: it is something else; allowed: auto, none"],
    [{ maxUploadSize: -1 }, "/maxUploadSize: it is something else; allowed: a number of MiB above 0"],
    [{ maxUploadSize: Infinity }, "/maxUploadSize"],
    [{ port: 70_000 }, "/port: it is something else; allowed: a port, 0 to 65535"],
    [{ port: "8188" }, "/port"],
    [{ directory: "" }, "/directory: it is something else; allowed: the path of a folder"],
    [{ multiUser: 1 }, "/multiUser: it is something else; allowed: true or false"],
    [{ corsOrigin: "" }, "/corsOrigin"],
    [{ host: null }, "/host"],
    [{ access: { username: "a" } }, "/access/password: it is missing"],
    [{ access: { username: "a", password: "b", secret: 1 } }, "/access/secret: there is no such member"],
    [{ clock: {} }, "/clock: it is something else; allowed: an object with the functions now and after"],
    [{ faults: {} }, "/faults: it is something else; allowed: an array of faults"],
  ])("%j: %s", async (options, message) => {
    const started = startEmbeddedServer(options as never);
    await expect(started).rejects.toBeInstanceOf(InvalidOptionsError);
    await expect(started).rejects.toThrow(message);
  });

  it("is told all at once, and no password with it", async () => {
    const options = { nope: 1, previews: "sometimes", access: { username: 1, password: ["s3cret"] } };
    const error = await startEmbeddedServer(options as never).catch((reason: unknown) => reason);
    expect((error as InvalidOptionsError).problems.map(({ at }) => at)).toEqual([
      "/nope",
      "/previews",
      "/access/username",
      "/access/password",
    ]);
    expect((error as Error).message).not.toContain("s3cret");
  });

  it("undefined stands for the default", async () => {
    const server = await startEmbeddedServer({ previews: undefined, port: undefined } as never);
    await server.close();
  });
});

describe("the launch arguments", () => {
  it("are those that were given, in ComfyUI's form", () => {
    const options = {
      directory: "d",
      outputDirectory: "o",
      inputDirectory: "i",
      tempDirectory: "t",
      maxUploadSize: 0.5,
      previews: "none",
      multiUser: true,
      corsOrigin: "*",
      access: { username: "me", password: "s3cret" },
      manager: { generation: "4.x-legacy", packs: [] },
    } as const;
    expect(argvOf(options, "127.0.0.1", 8188).join(" ")).toBe(
      "pictor-embedded --listen 127.0.0.1 --port 8188 --base-directory d --output-directory o --input-directory i " +
        "--temp-directory t --max-upload-size 0.5 --preview-method none --enable-cors-header * --multi-user " +
        "--enable-manager --enable-manager-legacy-ui",
    );
    expect(argvOf({ manager: { generation: "3.x", packs: [] } }, "::", 1).join(" ")).toBe(
      "pictor-embedded --listen :: --port 1",
    );
  });

  it("are on the wire", async () => {
    const directory = await mkdtemp(path.join(os.tmpdir(), "options-"));
    const server = await startEmbeddedServer({ directory, multiUser: true });
    const { system } = (await getJson(server, "system_stats")) as { system: { argv: string[] } };
    expect(system.argv).toEqual(expect.arrayContaining(["--base-directory", directory, "--multi-user"]));
    await server.close();
    await rm(directory, { recursive: true });
  });
});
