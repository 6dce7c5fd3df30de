// Redirects of hostile servers: invalid addresses, loops, and addresses that repeat the credential.

import { createServer } from "node:net";
import { listen, type Listening } from "@pictor/host/testing";
import { afterEach, describe, expect, it } from "vitest";
import { asking, createLab, findSecrets, tracesIn, wire } from "./lab.test.support.js";
import { redirectTo, type ReceivedRequest, type Origin } from "./origins.test.support.js";
import { fixtures } from "./schemes.test.support.js";

const lab = createLab();
afterEach(() => lab.close());

const auth = { type: "bearer", token: "CANARY-token" };
const token = { traces: ["CANARY-token", "authorization"] };

/** A server that sends a raw reply, because HTTP libraries refuse to write these headers. */
function rawOrigin(reply: string): Promise<Listening> {
  const server = createServer((socket) => {
    socket.once("data", () => socket.end(reply));
  });
  return listen(server);
}

describe("not followed is a Location", () => {
  it.each<[string, (target: string) => string]>([
    ["with a user name and a password", (target) => `http://anna:CANARY-location@${target}/`],
    ["with a user name", (target) => `http://anna@${target}/`],
    ["with a password only", (target) => `http://:CANARY-location@${target}/`],
    ["with a user name, without a scheme", (target) => `//anna:CANARY-location@${target}/`],
    ["with a user name after backslashes", (target) => String.raw`http:\\anna:CANARY-location@${target}\ `],
    ["with a percent-encoded user name", (target) => `http://%61nna:CANARY-location@${target}/`],
    ["of a file", () => "file:///etc/passwd"],
    ["of a file on a host", (target) => `file://${target}/share`],
    ["of a script", () => "javascript:alert(1)"],
    ["of a script in capitals", () => "JaVaScRiPt:alert(1)"],
    ["of data", () => "data:text/plain,CANARY-location"],
    ["of a socket", (target) => `ws://${target}/`],
    ["of another protocol", (target) => `ftp://${target}/`],
    ["of no address at all", () => "http://[CANARY-location/"],
    ["with a port that no host has", () => "http://127.0.0.1:99999/"],
    ["with a host that none can be", () => "http://a b/"],
  ])("%s", async (_name, location) => {
    const second = await lab.origin();
    const first = await lab.origin(redirectTo(() => location(new URL(second.http).host)));
    const pictor = await lab.createPictor();
    const ending = await pictor.end({ url: first.http, auth });
    expect(ending.error?.code).toBe("REQUEST_REDIRECT");
    expect([first.arrived.length, second.arrived.length]).toEqual([1, 0]);
    expect(pictor.shown(ending)).not.toContain("CANARY");
  });

  it.each<[string, (target: string) => string]>([
    ["broken by a line feed", (target) => `${target}/a\n/b`],
    ["broken by a carriage return", (target) => `${target}/a\r/b`],
    ["folded over two lines", (target) => `${target}/a\r\n /b`],
    ["that is there twice", (target) => `${target}/a\r\nLocation: ${target}/b`],
    ["with a header smuggled after it", (target) => `${target}/a\r\nX-Smuggled: 1`],
  ])("%s, with any credential", async (_name, location) => {
    const second = await lab.origin();
    const first = await rawOrigin(
      `HTTP/1.1 302 Found\r\nLocation: ${location(second.http)}\r\nContent-Length: 0\r\n\r\n`,
    );
    const pictor = await lab.createPictor();
    const ending = await pictor.end({ url: first.url, auth });
    await first.close();
    // The parser decides whether the reply is broken or has two header lines.
    expect(tracesIn(wire(second.arrived), token)).toEqual([]);
    expect(second.arrived.map(({ headers }) => headers["x-smuggled"])).not.toContain("1");
    expect(pictor.shown(ending)).not.toContain("CANARY");
  });
});

describe("another origin in disguise gets nothing:", () => {
  it.each<[string, (second: Origin) => string]>([
    ["an address without a scheme", ({ http }) => http.replace("http:", "")],
    ["an address with backslashes", ({ http }) => http.replace("http://", String.raw`\\`)],
    ["a path that begins with two slashes", ({ http }) => `/${String.raw`\ `.trim()}${new URL(http).host}/`],
    ["an address with tabs in it", ({ http }) => http.replace("http", "ht\ttp")],
    ["a name with a final dot", ({ alias }) => alias.replace("localhost", "localhost.")],
    ["an address in capitals", ({ http }) => `${http.replace("http", "HTTP")}/THERE`],
  ])("%s", async (_name, location) => {
    const second = await lab.origin();
    const first = await lab.origin(redirectTo(() => location(second)));
    const pictor = await lab.createPictor();
    const ending = await pictor.end({ url: first.http, auth, headers: { cookie: "CANARY-cookie" } });
    expect(tracesIn(wire(second.arrived), token)).toEqual([]);
    expect(wire(second.arrived)).not.toContain("CANARY-cookie");
    expect(pictor.shown(ending)).not.toContain("CANARY");
  });

  it.each<[string, (first: Origin) => string]>([
    ["in capitals", ({ http }) => `${http.replace("http", "HTTP")}/there`],
    ["with its number written in another way", ({ http }) => `${http.replace("127.0.0.1", "0x7f.1")}/there`],
  ])("while the same one %s keeps its credential", async (_name, location) => {
    const first: Origin = await lab.origin((request, response) => {
      if (request.url === "/there") response.end("ok");
      else redirectTo(() => location(first))(request, response);
    });
    const pictor = await lab.createPictor();
    await pictor.end({ url: first.http, auth });
    expect(first.arrived.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer CANARY-token",
      "Bearer CANARY-token",
    ]);
  });
});

const spellings: Readonly<Record<string, (value: string) => string>> = {
  "as it is": (value) => value,
  "percent-encoded": encodeURIComponent,
};
const places: Readonly<Record<string, (value: string) => string>> = {
  "under its own name": (value) => `/there?token=${value}&kept=1`,
  "under another name": (value) => `/there?kept=1&x=${value}`,
  "as a name": (value) => `/there?${value}&kept=1`,
  "in the path": (value) => `/there/${value}/end`,
  "in the fragment": (value) => `/there?kept=1#${value}`,
};
const cases = fixtures
  .filter(({ challenge }) => challenge === undefined)
  .flatMap((fixture) =>
    Object.entries(places).flatMap(([place, write]) =>
      Object.entries(spellings).map(([spelling, spell]) => ({ fixture, place, write, spelling, spell })),
    ),
  );

it.each(cases)(
  "a Location that repeats what was sent: $fixture.name, $spelling, $place",
  async ({ fixture, write, spell }) => {
    const second = await lab.origin();
    const repeated = (request: ReceivedRequest): string => spell(fixture.sent(request) ?? "");
    const first = await lab.origin(
      asking(
        fixture,
        redirectTo((request) => `${second.http}${write(repeated(request))}`),
      ),
    );
    const pictor = await lab.createPictor();
    const ending = await pictor.end({ url: `${first.http}/start`, auth: fixture.auth });
    // Either the part with the credential is removed, or the redirect is not followed.
    expect(findSecrets(wire(second.arrived), fixture)).toEqual([]);
    const value = fixture.sent(first.arrived[0]!)!;
    expect(decodeURIComponent(wire(second.arrived))).not.toContain(value);
    if (ending.reply !== undefined) expect(second.arrived[0]?.url).toMatch(/^\/there\?kept=1$/);
    expect(findSecrets(pictor.shown(ending), fixture)).toEqual([]);
  },
);
