// A server that cannot start: it says why, and leaves nothing open.

import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { connect, createServer as createNetServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { createPictor, type Pictor } from "@pictor/host";
import { loadConfiguration } from "@pictor/kernel";
import { createServer, type ServerOptions } from "./index.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-start-"))));

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createNetServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      resolve(true);
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
  });

it.each<[string, Partial<ServerOptions>, () => void, object]>([
  [
    "its jobs cannot be read",
    {},
    () => mkdirSync(join(folder, "jobs.jsonl")),
    { code: "API_JOURNAL_NOT_READABLE" },
  ],
  [
    "its folder cannot be used",
    {},
    () => writeFileSync(join(folder, "servers"), ""),
    { code: "FILE_NOT_WRITABLE" },
  ],
  [
    "nobody grants a panel",
    { panels: () => Promise.reject(new Error("not granted")) },
    () => 0,
    { message: "not granted" },
  ],
  [
    "a port of an API cannot be opened",
    { ports: () => [{ path: "/nowhere", port: 0 }] },
    () => 0,
    { code: "API_ROUTE_UNKNOWN" },
  ],
])("%s: the server rejects, and closes what it had opened", async (_what, options, prepare, reason) => {
  prepare();
  const port = await freePort();
  let dispose = vi.fn();
  const starting = createServer({
    port,
    folder,
    thumbnailsFolder: folder,
    presetsFile: join(folder, "presets.json"),
    ...options,
    async createPictor(interaction): Promise<Pictor> {
      const configuration = await loadConfiguration({ directory: folder });
      const pictor = await createPictor({ interaction, builtins: "none", configuration });
      dispose = vi.spyOn(pictor, "dispose");
      return pictor;
    },
  });
  await expect(starting).rejects.toMatchObject(reason);
  expect(await isOpen(port)).toBe(false);
  expect(dispose).toHaveBeenCalledOnce();
  const left = readdirSync(folder, { recursive: true }).map(String);
  expect(left.filter((name) => name.endsWith(".lock") || /servers\/|servers\\/.test(name))).toEqual([]);
});
