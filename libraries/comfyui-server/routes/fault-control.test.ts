// Changing faults in the process and over HTTP, and the rejection of invalid ones.
import { request } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ComfyuiServer } from "../start.js";
import { startServer } from "../testing/start.js";
import { faultDescriptions } from "../faults/descriptions.js";
import { InvalidFaultsError, readFaults } from "../faults/read-faults.js";
import { behaviors } from "../faults/behaviors.js";
import type { Fault } from "../faults/fault.js";

describe("invalid faults", () => {
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
    [[{}], "/0/kind", "is missing", "late-reply, early-events"],
    [[{ kind: "toString" }], "/0/kind", 'found "toString"', "late-reply"],
    [[{ kind: "lat-reply" }], "/0/kind", 'found "lat-reply" (did you mean "late-reply"?)', "late-reply"],
    [[{ kind: 5 }], "/0/kind", "found 5", "late-reply"],
    [[{ kind: "nan", tmes: 1 }], "/0/tmes", 'is unknown (did you mean "times"?)', "times"],
    [[{ kind: "late-reply" }], "/0/ms", "is missing", "milliseconds, 0 to 2147483647"],
    [[{ kind: "late-reply", ms: -1 }], "/0/ms", "found -1", "milliseconds"],
    [[{ kind: "nan" }, { kind: "nan", ms: 1 }], "/1/ms", "is unknown", "times"],
    [[{ kind: "nan", times: 0 }], "/0/times", "found 0", "1 or more"],
    [[{ kind: "status", status: 200 }], "/0/status", "found 200", "400 to 599"],
  ])("%j", (value, at, problem, allowed) => {
    expect(problemsOf(value)).toMatchObject([
      { at, problem: expect.stringContaining(problem), allowed: expect.stringContaining(allowed) },
    ]);
  });

  it("are listed together", () => {
    expect(problemsOf([{ kind: "refuse", afterFrames: 0.5 }, { kind: "no" }])).toHaveLength(3);
  });
});

it("every described kind is implemented, and every implemented kind described", () => {
  expect(Object.keys(behaviors).sort()).toEqual(Object.keys(faultDescriptions).sort());
});

describe("faults in the process", () => {
  it("are set, counted down, listed and cleared; invalid ones change nothing", async () => {
    const server = await startServer({ faults: [{ kind: "status", status: 500, times: 2 }] });
    expect((await fetch(`${server.url}prompt`, { method: "POST" })).status).toBe(500);
    expect(server.faults.list()).toEqual([{ kind: "status", status: 500, times: 1 }]);
    expect(() => server.faults.set([{ kind: "late-reply" } as unknown as Fault])).toThrow(InvalidFaultsError);
    expect(server.faults.list()).toHaveLength(1);
    server.faults.clear();
    expect(server.faults.list()).toEqual([]);
    await server.close();
  });

  it("are rejected before the server starts", async () => {
    await expect(startServer({ faults: [{ kind: "no" } as never] })).rejects.toThrow("/0/kind");
  });
});

describe("faults over HTTP", () => {
  let server: ComfyuiServer;
  beforeAll(async () => void (server = await startServer({ control: true })));
  afterAll(() => server.close());
  afterEach(() => server.faults.clear());
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

  it("that are invalid are refused with their problems and change nothing", async () => {
    await ask("PUT", [{ kind: "nan" }]);
    const refused = await ask("PUT", [{ kind: "silence", ms: "1s" }]);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        error: {
          type: "invalid_faults",
          message: "Invalid faults; nothing was changed",
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

  it("that close the port do so after the reply", async () => {
    expect(await (await ask("PUT", [{ kind: "refuse", ms: 20 }])).json()).toEqual([
      { kind: "refuse", ms: 20 },
    ]);
    while ((await ask("GET").catch(() => undefined))?.status !== 200);
  });

  it("do not apply to the route that changes them", async () => {
    await ask("PUT", [{ kind: "status", status: 503, route: "/pictor" }]);
    expect((await ask("GET")).status).toBe(200);
  });

  it("cannot be changed by web pages, not even with CORS", async () => {
    const open = await startServer({ control: true, corsOrigin: "*" });
    const from = ({ url }: ComfyuiServer, Origin: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        request(`${url}pictor/faults`, { method: "DELETE", headers: { Origin } }, (reply) =>
          resolve(reply.resume().statusCode),
        )
          .on("error", reject)
          .end();
      });
    expect(await from(server, "http://evil.example")).toBe(403);
    expect(await from(open, "http://evil.example")).toBe(405);
    expect(await from(open, "null")).toBe(405);
    await open.close();
  });

  it("have no route without the option", async () => {
    const plain = await startServer();
    const statuses = ["GET", "PUT", "DELETE"].map(
      async (method) => (await fetch(`${plain.url}pictor/faults`, { method })).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 405, 405]);
    await plain.close();
  });
});
