// Setting faults: in the process, over HTTP, and what is told about those that are none.
import { request } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startEmbeddedServer, type EmbeddedServer } from "../server/start.js";
import { forms } from "./forms.js";
import { InvalidFaultsError, readFaults } from "./read.js";
import { behaviours } from "./table.js";
import type { Fault } from "./fault.js";

// The worker thread starts within seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

describe("faults that are none", () => {
  const problemsOf = (value: unknown) => {
    try {
      readFaults(value);
    } catch (error) {
      return (error as InvalidFaultsError).problems;
    }
    return [];
  };

  it.each([
    [{}, "", "found {}", "an array of faults"],
    [["nan"], "/0", 'found "nan"', "an object with a kind"],
    [[{}], "/0/kind", "kind is missing", "late-reply, early-events"],
    [[{ kind: "toString" }], "/0/kind", 'there is no kind "toString"', "late-reply"],
    [[{ kind: "lat-reply" }], "/0/kind", 'no kind "lat-reply" (did you mean "late-reply"?)', "late-reply"],
    [[{ kind: 5 }], "/0/kind", "there is no kind 5", "late-reply"],
    [[{ kind: "nan", tmes: 1 }], "/0/tmes", 'nan has no such member (did you mean "times"?)', "times"],
    [[{ kind: "late-reply" }], "/0/ms", "late-reply needs it", "milliseconds, 0 to 2147483647"],
    [[{ kind: "late-reply", ms: -1 }], "/0/ms", "found -1", "milliseconds"],
    [[{ kind: "nan" }, { kind: "nan", ms: 1 }], "/1/ms", "nan has no such member", "times"],
    [[{ kind: "nan", times: 0 }], "/0/times", "found 0", "1 or more"],
    [[{ kind: "status", status: 200 }], "/0/status", "found 200", "400 to 599"],
  ])("%j", (value, at, problem, allowed) => {
    expect(problemsOf(value)).toMatchObject([
      { at, problem: expect.stringContaining(problem), allowed: expect.stringContaining(allowed) },
    ]);
  });

  it("are told all at once", () => {
    expect(problemsOf([{ kind: "refuse", afterFrames: 0.5 }, { kind: "no" }])).toHaveLength(3);
  });
});

it("every form has a behaviour, and every behaviour a form", () => {
  expect(Object.keys(forms)).toEqual(Object.keys(behaviours));
});

describe("in the process", () => {
  it("are set, counted down, listed and cleared; wrong ones change nothing", async () => {
    const server = await startEmbeddedServer({ faults: [{ kind: "status", status: 500, times: 2 }] });
    expect((await fetch(`${server.url}prompt`, { method: "POST" })).status).toBe(500);
    expect(server.faults.list()).toEqual([{ kind: "status", status: 500, times: 1 }]);
    expect(() => {
      server.faults.set([{ kind: "late-reply" } as unknown as Fault]);
    }).toThrow(InvalidFaultsError);
    expect(server.faults.list()).toHaveLength(1);
    server.faults.clear();
    expect(server.faults.list()).toEqual([]);
    await server.close();
  });

  it("are refused at the start before anything is opened", async () => {
    await expect(startEmbeddedServer({ faults: [{ kind: "no" } as never] })).rejects.toThrow("/0/kind");
  });
});

describe("over HTTP", () => {
  let server: EmbeddedServer;
  beforeAll(async () => void (server = await startEmbeddedServer({ control: true })));
  afterAll(() => server.close());
  afterEach(() => {
    server.faults.clear();
  });
  const ask = (method: string, body?: unknown) =>
    fetch(`${server.url}pictor/faults`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it("are put, read and deleted", async () => {
    const faults = [{ kind: "nan" }, { kind: "late-reply", ms: 5, times: 3 }];
    expect((await ask("PUT", faults)).status).toBe(200);
    expect(await (await ask("GET")).json()).toEqual(faults);
    expect((await ask("DELETE")).status).toBe(204);
    expect(await (await ask("GET")).json()).toEqual([]);
  });

  it("that are none: what, where, what is allowed; nothing changes", async () => {
    await ask("PUT", [{ kind: "nan" }]);
    const refused = await ask("PUT", [{ kind: "silence", ms: "1s" }]);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        error: {
          type: "invalid_faults",
          message: "Nothing was changed",
          problems: [{ at: "/0/ms", problem: 'found "1s"', allowed: "milliseconds, 0 to 2147483647" }],
        },
      },
    ]);
    const broken = await fetch(`${server.url}pictor/faults`, { method: "PUT", body: "[{" });
    expect([broken.status, JSON.stringify(await broken.json())]).toEqual([
      400,
      expect.stringContaining("an array of faults"),
    ]);
    expect(server.faults.list()).toEqual([{ kind: "nan" }]);
  });

  it("that close the port let the reply out first", async () => {
    expect(await (await ask("PUT", [{ kind: "refuse", ms: 20 }])).json()).toEqual([
      { kind: "refuse", ms: 20 },
    ]);
    while ((await ask("GET").catch(() => undefined))?.status !== 200);
  });

  it("never strike the route itself", async () => {
    await ask("PUT", [{ kind: "status", status: 503, route: "/pictor" }]);
    expect((await ask("GET")).status).toBe(200);
  });

  it("are not for pages, in CORS mode neither", async () => {
    const open = await startEmbeddedServer({ control: true, corsOrigin: "*" });
    const from = ({ url }: EmbeddedServer, Origin: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        request(`${url}pictor/faults`, { method: "DELETE", headers: { Origin } }, (reply) => {
          resolve(reply.resume().statusCode);
        })
          .on("error", reject)
          .end();
      });
    expect(await from(server, "http://evil.example")).toBe(403);
    expect(await from(open, "http://evil.example")).toBe(405);
    expect(await from(open, "null")).toBe(405);
    await open.close();
  });

  it("are an unknown path without the option", async () => {
    const plain = await startEmbeddedServer();
    const statuses = ["GET", "PUT", "DELETE"].map(
      async (method) => (await fetch(`${plain.url}pictor/faults`, { method })).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 405, 405]);
    await plain.close();
  });
});
