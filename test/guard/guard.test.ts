// The guard of the hermetic tests refuses what reaches out of a test, and the refusals are recorded for the test that asked.

import { execFile, execSync, fork, spawnSync } from "node:child_process";
import dns from "node:dns";
import fs, { mkdtempSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { createServer, connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { guardLinks } from "./links.js";
import { takeRefusals } from "./refusals.js";

const here = import.meta.filename;
const refused = (what: string) => [
  `A hermetic test may not ${what} (${expect.getState().currentTestName ?? ""}).`,
];

/** What a connection ends with: the code of its error, or `connected`. */
const outcomeOf = (socket: ReturnType<typeof connect>): Promise<string> =>
  new Promise((resolve) => {
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.once("connect", () => {
      socket.destroy();
      resolve("connected");
    });
  });
const opened = async (): Promise<{ readonly port: number; close(): Promise<void> }> => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port: (server.address() as AddressInfo).port, close };
};

describe("a connection", () => {
  it("to a port of the test is made, and refused by the system when it has closed", async () => {
    const { port, close } = await opened();
    expect(await outcomeOf(connect(port, "127.0.0.1"))).toBe("connected");
    expect(await outcomeOf(connect({ port, host: "localhost", family: 4 }))).toBe("connected");
    await close();
    expect(await outcomeOf(connect(port, "127.0.0.1"))).toBe("ECONNREFUSED");
    expect(await outcomeOf(connect(1, "127.0.0.1"))).toBe("ECONNREFUSED");
    expect(takeRefusals()).toEqual([]);
  });

  it.each([
    ["127.0.0.1:2, a port that its process has not opened", () => connect(2, "127.0.0.1")],
    ["::1:2, a port that its process has not opened", () => connectTls({ port: 2, host: "::1" })],
    [
      "192.0.2.7:80, which is not this machine",
      () =>
        connect({
          port: 80,
          host: "a.example",
          lookup: (_name, _options, found) => found(null, "192.0.2.7", 4),
        }),
    ],
  ])("is refused to %s", async (where, open) => {
    expect(await outcomeOf(open())).toBe("ERR_HERMETIC");
    expect(takeRefusals()).toEqual(refused(`connect to ${where}`));
  });
});

describe("a name", () => {
  it("that is reserved is known to nobody", async () => {
    await expect(dns.promises.lookup("shop.example")).rejects.toMatchObject({ code: "ENOTFOUND" });
    expect(await outcomeOf(connect(80, "nowhere.invalid"))).toBe("ENOTFOUND");
    expect(takeRefusals()).toEqual([]);
  });

  it("of the world is not looked up", async () => {
    expect(await outcomeOf(connect(80, "nodejs.org"))).toBe("ERR_HERMETIC");
    expect(takeRefusals()).toEqual(refused("look up nodejs.org"));
    await expect(dns.promises.lookup("nodejs.org")).rejects.toMatchObject({ code: "ERR_HERMETIC" });
    expect(takeRefusals()).toEqual(refused("look up nodejs.org"));
  });
});

describe.skipIf(process.platform === "win32")("a program", () => {
  it.each([
    ["/bin/sh", () => execFile("/bin/sh")],
    ["sh", () => spawnSync("sh")],
    ["sh", () => execSync("true")],
    ["/bin/sh", () => fork(here, { execPath: "/bin/sh" })],
  ])("other than Node is refused: %s", (program, start) => {
    expect(start).toThrow("may not start");
    expect(takeRefusals()).toEqual(refused(`start the program ${program}`));
  });

  it("may be Node, or none", () => {
    expect(spawnSync(process.execPath, ["-p", "1 + 1"], { encoding: "utf8" }).stdout).toBe("2\n");
    // A folder of PATH that cannot be read makes it EACCES.
    const { error } = spawnSync("no-such-program");
    expect(["ENOENT", "EACCES"]).toContain((error as NodeJS.ErrnoException).code);
    expect(takeRefusals()).toEqual([]);
  });
});

it.each([
  [
    "writeFileSync",
    async () => {
      writeFileSync(`${here}.new`, "");
    },
  ],
  ["open", () => open(`${here}.new`, "wx")],
])("a file elsewhere is refused by %s", async (_name, write) => {
  await expect((async () => write())()).rejects.toThrow("may not write");
  expect(takeRefusals()).toEqual(refused(`write to ${here}.new`));
});

it("a link without a folder fails on Windows, and its test is not skipped", () => {
  const [real, { symlinkSync, promises }] = [process.platform, fs];
  const { symlink } = promises;
  onTestFinished(() => {
    Object.defineProperty(process, "platform", { value: real });
    fs.symlinkSync = symlinkSync;
    promises.symlink = symlink;
  });
  Object.defineProperty(process, "platform", { value: "win32" });
  guardLinks();
  const folder = mkdtempSync(join(tmpdir(), "guard-"));
  expect(() => fs.symlinkSync(folder, join(folder, "nowhere/link"))).toThrow("ENOENT");
});
