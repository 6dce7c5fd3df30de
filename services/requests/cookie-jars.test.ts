// Cookies that an environment keeps from one request to the next: only where a person has turned it on, and never shown.

import { fault } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { lab, redirectTo, type Loopback } from "../testing/loopback-servers.js";
import { createMemoryStore } from "../secrets/memory-store.js";
import { createCookieJars } from "./cookie-jars.js";

const session = "s3ssion-canary-0001";
/** Sets a session cookie at /login, and ends it at /logout. */
const shop = (): Promise<Loopback> =>
  lab.serve(({ url }, response) => {
    if (url === "/login")
      response.setHeader("Set-Cookie", [`sid=${session}; HttpOnly`, "theme=dark; Max-Age=60"]);
    if (url === "/logout") response.setHeader("Set-Cookie", "sid=; Max-Age=0");
    response.end(url === "/echo" ? session : "ok");
  });
const environments = { lab: {}, live: {} };
const open = async (configuration: object = { environment: "lab", cookieJars: { lab: true } }) =>
  (await lab.kernel([], { environments, ...configuration })).pictor;
type Pictor = Awaited<ReturnType<typeof open>>;
const get = async (pictor: Pictor, url: string, more: object = {}) => {
  const reply = await pictor.send({ url, ...more });
  await reply.discard();
  return reply;
};
const lastCookie = ({ arrived }: Loopback) => arrived.at(-1)?.headers["cookie"];

describe("a jar", () => {
  it("that nobody has turned on keeps nothing", async () => {
    const [server, pictor] = [await shop(), await open({ environment: "live", cookieJars: { lab: true } })];
    await get(pictor, `${server.origin}/login`);
    await get(pictor, `${server.origin}/`);
    expect([lastCookie(server), pictor.cookies.isOn(), await pictor.cookies.list()]).toEqual([
      undefined,
      false,
      [],
    ]);
  });

  it("of an environment that does not exist is refused", async () => {
    const pictor = await open({ environment: "lvie" });
    expect(() => pictor.cookies.isOn()).toThrow(/lvie.*live/);
  });

  it("gives the cookies of one request to the next, until their server ends them", async () => {
    const [server, pictor] = [await shop(), await open()];
    await get(pictor, `${server.origin}/login`);
    await get(pictor, `${server.origin}/a`);
    expect(lastCookie(server)).toBe(`sid=${session}; theme=dark`);
    await get(pictor, `${server.origin}/logout`);
    await get(pictor, `${server.origin}/a`);
    expect(lastCookie(server)).toBe("theme=dark");
  });

  it("keeps the cookies of a redirect that is refused", async () => {
    const server = await lab.serve((request, response) => {
      response.setHeader("Set-Cookie", "a=1");
      redirectTo(() => "/home")(request, response);
    });
    const pictor = await open();
    await expect(get(pictor, `${server.origin}/`, { redirect: "error" })).rejects.toThrow();
    expect(await pictor.cookies.list()).toMatchObject([{ name: "a", origin: server.origin }]);
  });

  it("is that of the active environment; requests without one have their own", async () => {
    const [server, pictor] = [await shop(), await open({ cookieJars: { "(none)": true, lab: true } })];
    await get(pictor, `${server.origin}/login`);
    pictor.chooseEnvironment("lab");
    await get(pictor, `${server.origin}/`);
    expect(lastCookie(server)).toBeUndefined();
    pictor.chooseEnvironment(undefined);
    await get(pictor, `${server.origin}/`);
    expect(lastCookie(server)).toContain("sid=");
  });

  it("gives no cookie to another origin, to a backend, or to a request that wants none", async () => {
    const [server, other, pictor] = [await shop(), await lab.serve(), await open()];
    await get(pictor, `${server.origin}/login`);
    await get(pictor, other.origin);
    expect(lastCookie(other)).toBeUndefined();
    for (const more of [{ purpose: "backend" }, { keptCookies: false }]) {
      await get(pictor, `${server.origin}/`, more);
      expect(lastCookie(server)).toBeUndefined();
    }
  });

  it("leaves a cookie that the request has itself", async () => {
    const [server, pictor] = [await shop(), await open()];
    await get(pictor, `${server.origin}/login`);
    await get(pictor, `${server.origin}/`, { headers: { cookie: "sid=mine" } });
    expect(lastCookie(server)).toBe("sid=mine; theme=dark");
  });

  it("shows names and never values, and hides them in what is logged", async () => {
    const [server, pictor] = [await shop(), await open()];
    await get(pictor, `${server.origin}/login`);
    const reply = await get(pictor, `${server.origin}/`);
    const list = await pictor.cookies.list();
    expect(list).toMatchObject([
      {
        name: "sid",
        domain: "127.0.0.1",
        path: "/",
        origin: server.origin,
        isHttpOnly: true,
        isSecure: false,
      },
      { name: "theme", expiresAtMs: expect.any(Number) as number },
    ]);
    expect(JSON.stringify([list, reply.hops])).not.toContain("canary");
    expect(pictor.redact(`got ${session}`)).toBe("got ***");
  });

  it("is cleared, as a whole or for one domain", async () => {
    const [server, pictor] = [await shop(), await open()];
    await get(pictor, `${server.origin}/login`);
    expect(await pictor.cookies.clear("example.org")).toBe(0);
    expect(await pictor.cookies.clear("127.0.0.1")).toBe(2);
    expect(await pictor.cookies.list()).toEqual([]);
  });
});

describe("the store of the jars", () => {
  const locked = fault("SECRETS_LOCKED", { store: "file", seconds: 60 });
  const jars = (isLocked = false) => {
    const isOn = new Map([["lab", true]]);
    const store = createMemoryStore();
    const confirmed = { signal: new AbortController().signal, confirm: () => Promise.resolve() };
    const made = createCookieJars({
      environment: () => "lab",
      environments: new Map([["lab", {}]]),
      isOn,
      saveIsOn: (jar, on) => {
        if (on === undefined) isOn.delete(jar);
        else isOn.set(jar, on);
        return Promise.resolve("pictor.json");
      },
      secrets: {
        ...store,
        set: (key, value) => (isLocked ? Promise.reject(locked) : store.set(key, value)),
        exclusively: (key, work) => store.exclusively(key, () => work(confirmed)),
      },
      redactor: { addTransientSecret: () => undefined },
    });
    return { made, store };
  };
  const set = (name: string) => ({ url: "https://a.example/", header: `${name}=1` });

  it("keeps what two requests at once have set", async () => {
    const { made } = jars();
    const [first, second] = await Promise.all([made.open(), made.open()]);
    await Promise.all([first?.save(set("a")), second?.save(set("b"))]);
    expect((await made.list()).map(({ name }) => name)).toEqual(["a", "b"]);
  });

  it("has room for 500 cookies, of which the oldest go first", async () => {
    const { made } = jars();
    const header = Array.from({ length: 510 }, (_, index) => `c${index}=1`);
    await (await made.open())?.save({ url: "https://a.example/", header });
    const list = await made.list();
    expect([list.length, list[0]?.name]).toEqual([500, "c10"]);
  });

  it("is empty when a jar is turned off, or its environment is deleted", async () => {
    const { made, store } = jars();
    await (await made.open())?.save(set("a"));
    await made.turn(false);
    expect([made.isOn(), made.open(), await store.keys()]).toEqual([false, undefined, []]);
    await made.turn(true);
    await (await made.open())?.save(set("a"));
    await made.remove("lab");
    expect([made.isOn(), await store.keys()]).toEqual([false, []]);
  });

  it("is empty if its text is damaged, and keeps what later requests set", async () => {
    const { made, store } = jars();
    await store.set("lab", '[{"cookie": secret');
    const opened = await made.open();
    expect(await opened?.save(set("a"))).toEqual([]);
    expect((await made.list()).map(({ name }) => name)).toEqual(["a"]);
  });

  it("that cannot be written is a note of the reply", async () => {
    const { made } = jars(true);
    const opened = await made.open();
    expect(await opened?.save(set("a"))).toMatchObject([{ code: "SECRETS_LOCKED" }]);
  });
});
