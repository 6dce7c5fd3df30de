// Options: the rejection of invalid ones, and the launch arguments that valid ones appear as.
import { createTestFolder } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import { getJson } from "./testing/wire.js";
import { argvOf } from "./argv.js";
import { InvalidOptionsError } from "./options.js";
import { startServer } from "./testing/start.js";
import { startComfyuiServer } from "./start.js";

describe("invalid options", () => {
  it.each([
    [5, "/: found 5; allowed: an object with options"],
    [{ fault: [] }, '/fault: is unknown (did you mean "faults"?)'],
    [{ previews: "sometimes" }, '/previews: found "sometimes"; allowed: auto, none'],
    [{ maxUploadSize: -1 }, "/maxUploadSize: found -1; allowed: a number of MiB above 0"],
    [{ maxUploadSize: Infinity }, "/maxUploadSize"],
    [{ port: 70_000 }, "/port: found 70000; allowed: a port from 0 to 65535"],
    [{ port: "8188" }, "/port"],
    [{ directory: "" }, '/directory: found ""; allowed: the path of a folder'],
    [{ multiUser: 1 }, "/multiUser: found 1; allowed: true or false"],
    [{ corsOrigin: "" }, "/corsOrigin"],
    [{ host: null }, "/host"],
    [{ access: { username: "a" } }, "/access/password: is missing"],
    [{ access: { username: "a", password: "b", secret: 1 } }, "/access/secret: is unknown"],
    [{ clock: {} }, "/clock: found {}; allowed: an object with the functions now and after"],
    [{ faults: {} }, "/faults: found {}; allowed: an array of faults"],
  ])("%j: %s", async (options, message) => {
    const started = startComfyuiServer(options as never);
    await expect(started).rejects.toBeInstanceOf(InvalidOptionsError);
    await expect(started).rejects.toThrow(message);
  });

  it("are listed together, without passwords", async () => {
    const options = { nope: 1, previews: "sometimes", access: { username: 1, password: ["s3cret"] } };
    const error = await startComfyuiServer(options as never).catch((reason: unknown) => reason);
    expect((error as InvalidOptionsError).problems.map(({ at }) => at)).toEqual([
      "/nope",
      "/previews",
      "/access/username",
      "/access/password",
    ]);
    expect((error as Error).message).not.toContain("s3cret");
  });

  it("do not include undefined, which selects the default", async () => {
    const server = await startServer({ previews: undefined, port: undefined } as never);
    await server.close();
  });
});

describe("the launch arguments", () => {
  it("list the given options in ComfyUI's form", () => {
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

  it("are published in /system_stats", async () => {
    const directory = createTestFolder();
    const server = await startServer({ directory, multiUser: true });
    const { system } = (await getJson(server, "system_stats")) as { system: { argv: string[] } };
    expect(system.argv).toEqual(expect.arrayContaining(["--base-directory", directory, "--multi-user"]));
    await server.close();
  });
});
