// The tasks of the README that need no image, executed on a server of this machine: requests, and a plugin of one's own.

import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { listen } from "@pictor/host/testing";
import { expect, it, onTestFinished } from "vitest";
import { blockOf, commandsOf, newcomersFolder, sectionOf, type } from "./readme-tasks.test.support.js";

/** A server that takes the place of example.org, and replies with the headers of the request. */
async function serveEcho(): Promise<(line: string) => string> {
  const server = createServer((request, response) => {
    response.end(JSON.stringify(request.headers));
  });
  const { origin, close } = await listen(server);
  onTestFinished(close);
  return (line) => line.replace("https://example.org", origin);
}

it("an authenticated request", async () => {
  newcomersFolder();
  const here = await serveEcho();
  const [set = "", request = "", curl = "", ...others] = commandsOf("Send an authenticated request");
  expect(others).toEqual([]);
  await type(set, "a-token\n");
  expect(JSON.parse((await type(here(request))).out)).toMatchObject({ authorization: "Bearer a-token" });
  expect(JSON.parse((await type(here(curl))).out)).toMatchObject({ authorization: "Basic bWU6cHc=" });
  expect((await type("pictor auth list")).out).toMatch(/^me .*\nsite /m);
});

it("a plugin of two files, whose headers are a credential", async () => {
  newcomersFolder();
  const here = await serveEcho();
  const section = sectionOf("Write a plugin");
  mkdirSync("my-plugins/auth-team", { recursive: true });
  const files = ["plugin.json", "index.js"].map((name) => [name, blockOf(section, `\\w+ ${name}`)] as const);
  for (const [name, text] of files) writeFileSync(`my-plugins/auth-team/${name}`, text);
  writeFileSync("pictor.json", blockOf(section, "json pictor.json"));
  const [validate = "", trust = "", request = "", ...others] = commandsOf("Write a plugin");
  expect(others).toEqual([]);
  await type(validate);
  await type(`${trust} --yes`);
  // Without this variable, which stands for trust in every folder, the answer above is what counts.
  const { out, err } = await type(here(request), "", { PICTOR_TRUST: "" });
  expect(JSON.parse(out)).toMatchObject({ "x-team": "painters", "x-team-key": "a-long-key" });
  expect(err).toMatch(/^> X-Team-Key: \*\*\*$/im);
});
