// Which requests reach a member: none for what all owners share there, however the path is written.

import { fault, type DirectFacet, type MemberBackend } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { text } from "@pictor/comfyui-protocol";
import { directReply } from "../http/direct-reply.js";
import { startFacade } from "../testing/start-facade.js";

const passedOn: string[] = [];
const direct: DirectFacet = {
  send({ path }) {
    passedOn.push(path);
    return Promise.resolve(directReply(text("of the member", 200), path));
  },
  connect: () => Promise.reject(fault("SOCKET_REFUSED", { url: "", status: 404 })),
};
const facetsOf = (...servers: readonly DirectFacet[]) => ({
  members: {
    status: () =>
      Promise.resolve({ members: servers.map((_, name) => ({ name: String(name), state: "ready" })) }),
    open: (name: string) =>
      Promise.resolve({ facets: { direct: servers[Number(name)] } } as unknown as MemberBackend),
  },
});
const send = async (path: string): Promise<readonly string[]> => {
  passedOn.length = 0;
  await startFacade({ facets: facetsOf(direct) }).facade.send({ path });
  return [...passedOn];
};

it.each(["/", "/assets/index.js", "/api/userdata/workflows%2Fhistory.json", "/api/settings", "/extensions"])(
  "%s is read from a member",
  async (path) => {
    expect(await send(path)).toEqual([path]);
  },
);

it.each([
  "//history/p",
  "/api//history/p",
  "/history%2Fp",
  "/api%2Fqueue",
  "/api/api/queue",
  "/History/p",
  "/history%5Cp",
  "/queue/",
])("%s is not: a proxy before the member can take it for the queue or the history of all", async (path) => {
  expect(await send(path)).toEqual([]);
});

const unreachable = fault("BACKEND_UNREACHABLE", { url: "http://one", reason: "it is down" });
const down: DirectFacet = { ...direct, send: () => Promise.reject(unreachable) };

it("a read is answered by the next member if one does not answer", async () => {
  const { facade } = startFacade({ facets: facetsOf(down, direct) });
  expect(await (await facade.send({ path: "/" })).text()).toBe("of the member");
});

it("a read fails as the members do if none answers", async () => {
  const { facade } = startFacade({ facets: facetsOf(down, down) });
  await expect(facade.send({ path: "/" })).rejects.toBe(unreachable);
});

it("a change that may have arrived is not sent to another member", async () => {
  passedOn.length = 0;
  const { facade } = startFacade({ facets: facetsOf(down, direct) });
  await expect(facade.send({ method: "POST", path: "/settings", body: "{}" })).rejects.toBe(unreachable);
  expect(passedOn).toEqual([]);
});

it.each([
  ["GET", "/extensions", 200],
  ["HEAD", "/i18n", 200],
  ["GET", "/extensions/more", 404],
  ["GET", "/nothing", 404],
  ["HEAD", "/nothing", 404],
  ["POST", "/nothing", 405],
  ["DELETE", "/history/p", 405],
])("without members, %s %s is answered with %i", async (method, path, status) => {
  expect((await startFacade({}).facade.send({ method, path })).status).toBe(status);
});
