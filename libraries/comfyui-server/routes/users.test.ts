// Users, their settings and their files.
import { afterAll, describe, expect, it } from "vitest";
import { startServer } from "../testing/start.js";

const server = await startServer();
const shared = await startServer({ multiUser: true });
afterAll(() => Promise.all([server.close(), shared.close()]));

type Answer = readonly [status: number, body: string];

async function ask(method: string, route: string, body?: unknown, user?: string): Promise<Answer> {
  const reply = await fetch(`${(user === undefined ? server : shared).url}${route}`, {
    method,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    ...(user === undefined || user === "" ? {} : { headers: { "comfy-user": user } }),
  });
  return [reply.status, await reply.text()];
}

describe("settings", () => {
  it("are merged, set one by one, and null when they were never set", async () => {
    expect(await ask("GET", "users")).toEqual([200, '{"storage":"server","migrated":false}']);
    expect(await ask("GET", "settings")).toEqual([200, "{}"]);
    expect(await ask("POST", "settings", { "A.a": 1, "A.b": "x" })).toEqual([200, ""]);
    expect(await ask("POST", "settings/A.a", 2)).toEqual([200, ""]);
    expect(await ask("GET", "api/settings")).toEqual([200, '{"A.a":2,"A.b":"x"}']);
    for (const id of ["A.none", "__proto__", "constructor"])
      expect([id, await ask("GET", `settings/${id}`)]).toEqual([id, [200, "null"]]);
    expect((await ask("POST", "settings", "{"))[0]).toBe(500);
    expect(await ask("GET", "users")).toEqual([200, '{"storage":"server","migrated":true}']);
  });

  it("are all kept when a front end sends several at once", async () => {
    const numbers = Array.from({ length: 8 }, (_, index) => index);
    await Promise.all(numbers.map((number) => ask("POST", `settings/At.once${number}`, number)));
    const [, all] = await ask("GET", "settings");
    expect(JSON.parse(all)).toMatchObject(
      Object.fromEntries(numbers.map((number) => [`At.once${number}`, number])),
    );
  });
});

describe("user data", () => {
  const path = (name: string): string => `userdata/${encodeURIComponent(name)}`;

  it("is written, listed, read, moved and deleted", async () => {
    expect(await ask("POST", path("workflows/a.json"), "{}")).toEqual([200, '"workflows/a.json"']);
    expect(await ask("POST", `${path("workflows/a.json")}?overwrite=false`, "[]")).toEqual([
      409,
      "File already exists",
    ]);
    expect(await ask("GET", path("workflows/a.json"))).toEqual([200, "{}"]);
    expect(await ask("GET", "userdata?dir=workflows")).toEqual([200, '["a.json"]']);
    const [, split] = await ask("GET", "userdata?dir=.&recurse=true&split=true");
    expect(JSON.parse(split)).toContainEqual(["workflows/a.json", "workflows", "a.json"]);
    expect(
      await ask("POST", `${path("workflows/a.json")}/move/${encodeURIComponent("deep/b.json")}`),
    ).toEqual([200, '"deep/b.json"']);
    expect(await ask("DELETE", path("deep/b.json"))).toEqual([204, ""]);
    expect(await ask("DELETE", path("deep/b.json"))).toEqual([404, ""]);
  });

  it("is listed with sizes, and with times in seconds", async () => {
    const [, body] = await ask("POST", `${path("info.txt")}?full_info=true`, "four");
    const info = JSON.parse(body) as { modified: number };
    expect(info).toMatchObject({ path: "info.txt", size: 4 });
    expect(Math.abs(info.modified - Date.now() / 1000)).toBeLessThan(60);
    const [, listed] = await ask("GET", "userdata?dir=.&full_info=true");
    expect(JSON.parse(listed)).toContainEqual(expect.objectContaining({ path: "info.txt", size: 4 }));
  });

  it("is listed as a tree, folders first", async () => {
    await ask("POST", path("tree/z/last.json"), "{}");
    await ask("POST", path("tree/a.json"), "{}");
    const [, body] = await ask("GET", "v2/userdata?path=tree");
    expect(JSON.parse(body)).toMatchObject([
      { name: "z", path: "tree/z", type: "directory" },
      { name: "a.json", path: "tree/a.json", type: "file", size: 2 },
      { name: "last.json", path: "tree/z/last.json", type: "file" },
    ]);
  });

  it.each<[string, string, number, string]>([
    ["GET", "userdata", 400, "Directory not provided"],
    ["GET", "userdata?dir=nowhere", 404, "Directory not found"],
    ["GET", "userdata?dir=..%2F..", 403, "Invalid directory"],
    ["GET", "userdata/nowhere.json", 404, ""],
    ["POST", "userdata/..%2F..%2Fevil", 403, ""],
    ["GET", "v2/userdata?path=nowhere", 404, "Requested path not found"],
  ])("%s /%s answers %i", async (method, route, status, body) => {
    expect(await ask(method, route, method === "POST" ? "x" : undefined)).toEqual([status, body]);
  });
});

describe("a server for several users", () => {
  it("knows the added users, and accepts no name twice", async () => {
    const [, id] = await ask("POST", "users", { username: "bob" }, "");
    expect(JSON.parse(id)).toMatch(/^bob_[0-9a-f-]{36}$/);
    expect(await ask("POST", "users", { username: "bob" }, "")).toEqual([
      400,
      '{"error":"Duplicate username."}',
    ]);
    expect(await ask("POST", "users", { username: "" }, "")).toEqual([
      400,
      '{"error":"username not provided"}',
    ]);
    const [, users] = await ask("GET", "users", undefined, "");
    expect(JSON.parse(users)).toEqual({ storage: "server", users: { [JSON.parse(id) as string]: "bob" } });
    expect(await ask("GET", "settings", undefined, JSON.parse(id) as string)).toEqual([200, "{}"]);
  });

  it("adds one user of two requests at once with the same name", async () => {
    const add = (): Promise<Answer> => ask("POST", "users", { username: "eve" }, "");
    const answers = await Promise.all([add(), add()]);
    expect(answers.map(([status]) => status).sort()).toEqual([200, 400]);
  });

  it.each(["", "nobody", "__system"])(
    "refuses the unknown user %j with the status of each route",
    async (user) => {
      expect(await ask("GET", "settings", undefined, user)).toEqual([401, "401: Unauthorized"]);
      expect((await ask("GET", "userdata?dir=x", undefined, user))[0]).toBe(500);
      expect(await ask("GET", "v2/userdata", undefined, user)).toEqual([
        403,
        "Invalid user specified in request",
      ]);
    },
  );
});
