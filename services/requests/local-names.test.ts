// Names of this machine: reached wherever its server listens, without a look-up.

import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { listenInTest } from "../testing/listen.js";
import { lab } from "../testing/loopback-servers.js";
import { lookupName } from "./local-names.js";

async function portOn(address: string): Promise<number> {
  const server = createServer((request, response) => response.end(request.headers.host));
  return (await listenInTest(server, address)).port;
}

describe.each(["127.0.0.1", "::1"])("a server that listens on %s only", (address) => {
  it.each(["localhost", "api.localhost", "a.b.LOCALHOST", "localhost."])("is reached as %s", async (name) => {
    const host = `${name}:${await portOn(address)}`;
    const { pictor } = await lab.kernel();
    expect(await (await pictor.send({ url: `http://${host}/` })).text()).toBe(host.toLowerCase());
  });
});

it("the error names both addresses if nothing listens", async () => {
  const { pictor } = await lab.kernel();
  const failed = pictor.send({ url: "http://api.localhost:1/" });
  await expect(failed).rejects.toThrow(/127\.0\.0\.1:1.*::1:1/);
});

it.each([
  [4, "127.0.0.1"],
  [6, "::1"],
])("one family is asked for alone: %i", (family, expected) => {
  lookupName("localhost", { family }, (error, address) => {
    expect([error, address]).toEqual([null, expected]);
  });
});
