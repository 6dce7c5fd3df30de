// `pictor trust --certificate`, and a request to a server whose certificate nobody known has signed.

import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { listen, type Listening } from "@pictor/host/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createCommandFolder, type CommandFolder } from "../../testing/command-folder.js";
import { ending } from "../../testing/ending.js";

const file = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, `../../../services/requests/fixtures/${name}.test.pem`));
const known =
  "8C:E9:4E:3E:BF:37:1B:91:7D:86:48:EE:41:1E:32:BE:65:23:1B:11:E9:98:5E:15:60:77:F5:80:CA:AC:40:B2";

let folder: CommandFolder;
let server: Listening;
let origin: string;
let arrived: number;
beforeEach(async () => {
  folder = createCommandFolder();
  arrived = 0;
  server = await listen(
    createServer({ key: file("server-key"), cert: file("server") }, (_request, response) => {
      arrived++;
      response.end("over TLS");
    }),
  );
  origin = `https://${server.host}`;
});
afterEach(() => server.close());
const trust = (...words: readonly string[]) => folder.run("trust", "--certificate", origin, ...words);
const get = (...words: readonly string[]) => folder.run("request", "GET", `${origin}/a`, ...words);

it("a request without a person is refused, with the fingerprint and the command that trusts it", async () => {
  const { code, err } = await get();
  expect(code).not.toBe(0);
  expect(err).toContain(known);
  expect(err).toContain(`pictor trust --certificate ${origin}`);
  expect(arrived).toBe(0);
});

it("a person at a terminal is asked, and the request goes on", async () => {
  const { out, err } = await folder.runWithAnswer("1\n", "request", "GET", `${origin}/a`);
  expect([out, arrived]).toEqual(["over TLS", 1]);
  expect(err).toContain(known);
  expect((await get()).out).toBe("over TLS");
});

it("is trusted, listed, and trusted no longer; a changed certificate is refused with both fingerprints", async () => {
  expect((await trust()).err).toContain("Give --fingerprint");
  expect((await trust("--fingerprint", "ab".repeat(32))).err).toContain(`fingerprint is ${known}`);
  expect((await trust("--fingerprint", `sha256:${known.replaceAll(":", "").toLowerCase()}`)).code).toBe(0);
  expect((await trust()).err).toContain("already");
  const wrong = await trust("--fingerprint", "ab".repeat(32));
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining(`fingerprint is ${known}`) as unknown]);
  expect((await trust("--fingerprint", "ab")).code).toBe(2);
  expect((await folder.run("trust", "--list")).out).toContain(`${origin}  the certificate ${known}`);
  expect((await get()).out).toBe("over TLS");
  const store = folder.data("trust.json");
  if (process.platform !== "win32") expect(statSync(store).mode & 0o777).toBe(0o600);
  expect((await trust("--revoke")).err).toContain(`You no longer trust a certificate of ${origin}.`);
  expect((await trust("--revoke")).err).toContain(`You did not trust a certificate of ${origin}; `);
  expect((await get()).err).toContain(known);
  const record = JSON.parse(readFileSync(store, "utf8")) as object;
  const other = known.replaceAll("8", "0");
  folder.write(
    folder.data("trust.json"),
    JSON.stringify({ ...record, certificates: { [origin]: { fingerprint: other } } }),
  );
  expect((await get()).err).toContain(`${known}, and you trust ${other}`);
});

it.each(["http://h/", "https://[", "https://me@h/"])(
  "%s is no server with a certificate",
  async (address) => {
    expect(await folder.run("trust", "--certificate", address)).toMatchObject(
      ending(2, "--certificate: expected"),
    );
  },
);
