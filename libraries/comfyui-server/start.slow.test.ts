// Starting and closing: address, credentials, directories, handles, old folders.
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { openDataFolders, removeAbandoned } from "./storage/data-folders.js";
import { listen } from "./testing/wire.js";
import { startServer } from "./testing/start.js";

describe("starting", () => {
  it("rejects with the system's error when the port is in use", async () => {
    const first = await startServer();
    const port = Number(new URL(first.url).port);
    await expect(startServer({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await first.close();
  });

  it("demands credentials on every route and on the handshake", async () => {
    const server = await startServer({ access: { username: "ada", password: "pässword" } });
    const right = { Authorization: `Basic ${Buffer.from("ada:pässword").toString("base64")}` };
    const wrong = { Authorization: `Basic ${Buffer.from("ada:other").toString("base64")}` };
    const refused = await fetch(`${server.url}prompt`);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe('Basic realm="pictor-embedded", charset="UTF-8"');
    expect((await fetch(`${server.url}view?filename=a`, { headers: wrong })).status).toBe(401);
    expect((await fetch(`${server.url}prompt`, { headers: right })).status).toBe(200);
    await expect(listen(server, "a")).rejects.toThrow("401");
    await (await listen(server, "a", right)).close();
    await server.close();
  });

  it("stores files in the given folders, and empties temp", async () => {
    const root = await mkdtemp(path.join(os.tmpdir(), "directories-"));
    const inside = (name: string): string => path.join(root, name);
    await mkdir(inside("t/temp/old"), { recursive: true });
    const server = await startServer({
      directory: inside("all"),
      outputDirectory: inside("o"),
      inputDirectory: inside("i"),
      tempDirectory: inside("t"),
    });
    expect([server.directory, server.outputDirectory]).toEqual([inside("all"), inside("o")]);
    await writeFile(path.join(inside("i"), "note.txt"), "here");
    const view = await fetch(`${server.url}view?filename=note.txt&type=input`);
    expect(await view.text()).toBe("here");
    expect(await readdir(inside("t/temp"))).toEqual([]);
    await server.close();
    await rm(root, { recursive: true });
  });

  it("accepts foreign pages with a CORS origin, and sends CORS headers except with 413", async () => {
    const server = await startServer({ corsOrigin: "*", maxUploadSize: 0.001 });
    const from = { Origin: "http://panel.example", "Sec-Fetch-Site": "cross-site" };
    const allowed = (reply: Response) => reply.headers.get("access-control-allow-origin");
    const got = await fetch(`${server.url}prompt`, { headers: from });
    expect([got.status, allowed(got)]).toEqual([200, "*"]);
    const asked = await fetch(`${server.url}prompt`, { method: "OPTIONS", headers: from });
    expect([asked.status, asked.headers.get("access-control-allow-methods")]).toEqual([
      200,
      "POST, GET, DELETE, PUT, OPTIONS, PATCH",
    ]);
    const long = await fetch(`${server.url}prompt`, { method: "POST", body: "x".repeat(2_000) });
    expect([long.status, allowed(long)]).toEqual([413, null]);
    await (await listen(server, "a", { Origin: "http://panel.example" })).close();
    await server.close();
  });

  it("refuses a handshake from a foreign page", async () => {
    const server = await startServer();
    await expect(listen(server, "a", { Origin: "http://evil.example" })).rejects.toThrow("403");
    await server.close();
  });
});

describe("closing", () => {
  it("leaves no open handle: the process ends by itself", async () => {
    const start = new URL("./testing/start.ts", import.meta.url).href;
    const script = `import { startServer } from "${start}"; await (await startServer()).close();`;
    const args = ["--conditions=@pictor/source", "--import", "tsx", "--input-type=module", "-e", script];
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
    expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
  }, 20_000);
});

it("without a folder, a server uses a temporary one, also for a user that the system does not know", async () => {
  const unknown = vi.spyOn(os, "userInfo").mockImplementation(() => {
    throw new Error("uv_os_get_passwd returned ENOENT (no such file or directory)");
  });
  const { root } = await openDataFolders();
  unknown.mockRestore();
  expect((await readdir(root)).sort()).toEqual(["input", "output", "temp"]);
  await rm(root, { recursive: true });
});

describe("folders of ended servers", () => {
  it("are removed when they are old; newer ones and those of running processes stay", async () => {
    const parent = await mkdtemp(path.join(os.tmpdir(), "abandoned-"));
    const dead = 2 ** 22 + 1;
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    for (const name of [`${dead}-aa`, `${process.pid}-bb`, "foreign"]) {
      await mkdir(path.join(parent, name));
      await utimes(path.join(parent, name), twoDaysAgo, twoDaysAgo);
    }
    await mkdir(path.join(parent, `${dead}-cc`));
    await removeAbandoned(parent);
    expect((await readdir(parent)).sort()).toEqual([`${dead}-cc`, `${process.pid}-bb`, "foreign"].sort());
  });
});
