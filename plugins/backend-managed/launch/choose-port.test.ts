// Tests of busy ports: detected, described, or skipped.

import { createServer, type Server } from "node:net";
import { createServer as createHttp } from "node:http";
import { afterAll, afterEach, expect, it } from "vitest";
import { freePort } from "../testing/local-machine.js";
import { openServices } from "../testing/plugin-services.js";
import { createServerFixture } from "../testing/server-fixture.js";
import { addressOf, type Address } from "./server-address.js";
import { choosePort, tryPort } from "./choose-port.js";

const services = await openServices();
const fixture = await createServerFixture(services);
afterAll(async () => {
  await fixture.remove();
  await services.dispose();
});
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});
const occupy = async (server: Server, host = "127.0.0.1", port = 0): Promise<number> => {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as { port: number }).port;
};
const address = (port: number, host = "127.0.0.1"): Address => {
  const reading = addressOf(["--listen", host, "--port", String(port)]);
  if (reading.kind !== "address") throw new Error(reading.reason);
  return reading.address;
};

it("a free port is free for all addresses", async () => {
  const port = await freePort();
  expect(await tryPort(["127.0.0.1"], port)).toEqual({ kind: "free", port });
  expect(await tryPort(["0.0.0.0", "::"], port)).toEqual({ kind: "free", port });
});

it("a port that is busy on a single address is not free for all addresses", async () => {
  const port = await occupy(createServer());
  expect(await tryPort(["0.0.0.0"], port)).toMatchObject({ kind: "busy" });
});

it.each([
  ["another program", () => createHttp((_, response) => response.end("hello")) as Server],
  ["another program", () => createHttp((_, response) => response.end("{}")) as Server],
  ["a program that does not speak HTTP there", () => createServer((socket) => socket.end("220 mail\r\n"))],
  [
    "a ComfyUI 0.3.64 that was not started",
    () =>
      createHttp((_, response) =>
        response.end('{"system":{"comfyui_version":"0.3.64"},"devices":[]}'),
      ) as Server,
  ],
])("who has it is told: %s", async (who, make) => {
  const port = await occupy(make());
  await expect(choosePort(fixture.instance(), address(port), { auth: undefined })).rejects.toMatchObject({
    code: "MANAGED_PORT_IN_USE",
    message: expect.stringContaining(who),
  });
});

it("the next free port is chosen on request, never the same for two starts of this process", async () => {
  const port = await occupy(createServer());
  const instance = fixture.instance({ portInUse: "next" });
  const one = await choosePort(instance, address(port), { auth: undefined });
  const two = await choosePort(instance, address(port), { auth: undefined });
  expect(one.port).toBeGreaterThan(port);
  expect(two.port).toBeGreaterThan(one.port);
  one.releasePort();
  const three = await choosePort(instance, address(port), { auth: undefined });
  expect(three.port).toBe(one.port);
  two.releasePort();
  three.releasePort();
});

it.each([
  ["192.0.2.1", "this machine does not have that address"],
  ["no-such-host.invalid", "the host name does not resolve"],
])("an address that cannot be listened on is told: %s", async (host, reason) => {
  await expect(
    choosePort(fixture.instance(), address(8188, host), { auth: undefined }),
  ).rejects.toMatchObject({ code: "MANAGED_ADDRESS_UNUSABLE", details: { host, reason } });
});
