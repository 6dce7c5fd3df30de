// `pictor cookies`: cookies from one run of the command to the next.

import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { listen, type Listening } from "@pictor/host/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createCommandFolder, type CommandFolder } from "../../testing/command-folder.js";
import { ending } from "../../testing/ending.js";

let folder: CommandFolder;
let server: Listening;
let url: string;
let arrived: (string | undefined)[];
beforeEach(async () => {
  folder = createCommandFolder();
  mkdirSync(`${folder.path}/config/pictor`, { recursive: true });
  folder.write("config/pictor/pictor.json", JSON.stringify({ environments: { lab: {} } }));
  arrived = [];
  server = await listen(
    createServer((request, response) => {
      arrived.push(request.headers.cookie);
      response.setHeader("Set-Cookie", "sid=MELON-canary-0001; Max-Age=60").end("ok");
    }),
  );
  url = server.url;
});
afterEach(() => server.close());
const lab = (...words: readonly string[]) => folder.run(...words, "--environment", "lab");

it("gives cookies to the next request of an environment, from when it is turned on until it is turned off", async () => {
  expect((await lab("cookies", "list")).err).toContain("Turn them on: pictor cookies on --environment lab\n");
  expect((await folder.run("cookies", "list")).err).toContain("Turn them on: pictor cookies on\n");
  expect((await lab("cookies", "on")).err).toContain(
    "Requests in the environment lab keep cookies from now on",
  );
  for (const word of ["", "", "--no-cookies"])
    await lab("request", "GET", url, ...(word === "" ? [] : [word]));
  await folder.run("request", "GET", url);
  expect(arrived).toEqual([undefined, "sid=MELON-canary-0001", undefined, undefined]);
  const { out } = await lab("cookies", "list");
  expect(out).toMatch(/sid +127\.0\.0\.1 +\/ +\d{4}-.* +http:\/\/127/);
  expect(out).not.toContain("canary");
  expect((await lab("cookies", "clear", "--domain", "example.org")).err).toContain("Deleted 0 cookies.");
  expect((await lab("cookies", "clear")).err).toContain("Deleted 1 cookie.");
  expect(JSON.parse((await lab("cookies", "off", "--json")).out)).toMatchObject({ isOn: false });
  const file = readFileSync(`${folder.path}/config/pictor/pictor.json`, "utf8");
  expect(JSON.parse(file)).toMatchObject({ cookieJars: { lab: false } });
});

it.each(["on", "off", "clear"])("%s names an environment that does not exist", async (word) => {
  expect(await folder.run("cookies", word, "--environment", "lba")).toMatchObject(ending(2, "lba"));
});
