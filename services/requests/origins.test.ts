// Where credentials of a profile may be sent: its list of origins, redirects, and plain http.

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ignore, lab, redirectTo } from "../testing/loopback-servers.js";
import type { RequestInput } from "@pictor/kernel";

const profile = (origins?: readonly string[]) => ({
  team: {
    type: "header",
    schemes: { header: { name: "X-Key", value: { $env: "PICTOR_TEST_KEY" } } },
    ...(origins && { origins }),
  },
});
process.env["PICTOR_TEST_KEY"] = "CANARY-KEY";

describe("a profile with origins", () => {
  it("is refused for another origin, before a socket opens", async () => {
    const server = await lab.serve();
    const { pictor } = await lab.kernel([], { profiles: profile(["https://api.example"]) });
    const sending = pictor.send({ url: server.origin, auth: "team" });
    await expect(sending).rejects.toMatchObject({
      code: "AUTH_ORIGIN_REFUSED",
      details: { origin: server.origin },
    });
    expect(server.arrived).toEqual([]);
  });

  it("is used after a redirect to an origin of its list, without other secrets of the request", async () => {
    const second = await lab.serve();
    const first = await lab.serve(redirectTo(() => `${second.origin}/there`));
    // With a slash, which an origin does not have.
    const origins = [`${first.origin}/`, second.origin];
    const { pictor } = await lab.kernel([], { profiles: profile(origins) });
    const headers = { cookie: "CANARY=1", "x-plain": "kept" };
    const reply = await pictor.send({ url: first.origin, auth: "team", headers });
    await reply.discard();
    expect(second.arrived[0]?.headers).toMatchObject({ "x-key": "CANARY-KEY", "x-plain": "kept" });
    expect(second.arrived[0]?.headers["cookie"]).toBeUndefined();
    expect(reply.notes).toEqual([]);
  });
});

it.each(["X-Api-Key", "x-auth-token", "Api_Key", "X-Client-Secret", "Cookie"])(
  "a header whose name says secret %s is not shown, and goes to no other origin",
  async (name) => {
    const second = await lab.serve();
    const { server: first, pictor } = await lab.open(redirectTo(() => second.origin));
    const reply = await pictor.send({ url: first.origin, headers: { [name]: "CANARY", "x-plain": "kept" } });
    await reply.discard();
    expect(first.arrived[0]?.headers[name.toLowerCase()]).toBe("CANARY");
    expect(second.arrived[0]?.headers["x-plain"]).toBe("kept");
    expect(second.arrived[0]?.headers[name.toLowerCase()]).toBeUndefined();
    expect(reply.hops[0]?.sentHeaders).toEqual([
      [name, "***"],
      ["x-plain", "kept"],
      ["User-Agent", expect.any(String)],
      ["Accept-Encoding", expect.any(String)],
    ]);
  },
);

it.each(["api_key", "access_token", "client%5Fsecret", "PASSWORD"])(
  "the value of the query parameter %s is not shown, as that of such a header",
  async (name) => {
    const { server, pictor } = await lab.open();
    const reply = await pictor.send({ url: `${server.origin}/?${name}=CANARY&page=2&token` });
    await reply.discard();
    expect(server.arrived[0]?.url).toBe(`/?${name}=CANARY&page=2&token`);
    expect([reply.url, reply.hops[0]?.url]).toEqual([
      `${server.origin}/?${name}=***&page=2&token`,
      `${server.origin}/?${name}=***&page=2&token`,
    ]);
  },
);

it("notes report a header that the scheme replaced", async () => {
  const server = await lab.serve();
  const { pictor } = await lab.kernel([], { profiles: profile() });
  const reply = await pictor.send({ url: server.origin, auth: "team", headers: { "x-key": "mine" } });
  await reply.discard();
  expect(server.arrived[0]?.headers["x-key"]).toBe("CANARY-KEY");
  expect(reply.notes).toMatchObject([{ code: "AUTH_REPLACED" }]);
});

describe("a credential that a server repeats", () => {
  const key = "CANARY/key'x";

  it.each<[string, (second: string) => string]>([
    ["in the path", (second) => `${second}/${encodeURIComponent(key)}/x`],
    ["in the path, in lower-case hex", (second) => `${second}/${key.replace("/", "%2f")}`],
    ["in the path, encoded twice", (second) => `${second}/${encodeURIComponent(encodeURIComponent(key))}`],
    ["as the host", (second) => second.replace("127.0.0.1", "canary-key.localhost")],
  ])("%s of its Location stops the redirect", async (_name, locationOf) => {
    const second = await lab.serve();
    const { server: first, pictor } = await lab.open(redirectTo(() => locationOf(second.origin)));
    const value = _name === "as the host" ? "canary-key" : key;
    const sending = pictor.send({ url: first.origin, auth: { type: "header", name: "X-Key", value } });
    const error: unknown = await sending.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "REQUEST_REDIRECT" });
    expect(String(error)).not.toMatch(/canary/i);
    expect(second.arrived).toEqual([]);
  });

  it.each([
    ["in the query", `/?a=1&echo=${key.replace("/", "%2f")}`, "/?a=1&***"],
    [
      "in the query, encoded twice",
      `/?echo=${encodeURIComponent(encodeURIComponent(key))}&a=%20`,
      "/?***&a=%20",
    ],
    ["in the path", `/x/${key.replace("/", "%2f")}?a=%20`, "/***?a=%20"],
  ])("%s of the same origin's Location is not shown", async (_name, location, shown) => {
    const { server, pictor } = await lab.open((request, response) => {
      if (request.url === "/") redirectTo(() => location)(request, response);
      else response.end();
    });
    const auth = { type: "header", name: "X-Key", value: key };
    const reply = await pictor.send({ url: server.origin, auth });
    await reply.discard();
    expect(server.arrived).toHaveLength(2);
    expect([reply.url, reply.hops[1]?.url]).toEqual([`${server.origin}${shown}`, `${server.origin}${shown}`]);
  });

  it.each([
    ["as it is", encodeURIComponent(key)],
    ["in lower-case hex", key.replace("/", "%2f")],
    ["encoded twice", encodeURIComponent(encodeURIComponent(key))],
    ["in hex", Buffer.from(key).toString("hex")],
    ["in upper-case hex", Buffer.from(key).toString("hex").toUpperCase()],
  ])("in the query of its Location, %s, does not arrive", async (_name, echo) => {
    const second = await lab.serve();
    const { server: first, pictor } = await lab.open(redirectTo(() => `${second.origin}/?a=1&echo=${echo}`));
    const auth = { type: "header", name: "X-Key", value: key };
    await (await pictor.send({ url: first.origin, auth })).discard();
    expect(second.arrived[0]?.url).toBe("/?a=1");
  });
});

describe("after a redirect to another origin", () => {
  it("a body with a secret in it is not sent", async () => {
    const second = await lab.serve();
    const first = await lab.serve(redirectTo(() => second.origin, 307));
    const environments = { dev: { key: { $env: "PICTOR_TEST_KEY" } } };
    const { pictor } = await lab.kernel([], { environment: "dev", environments });
    const sending = pictor.send({ method: "POST", url: first.origin, body: "key={{key}}" });
    await expect(sending).rejects.toMatchObject({ code: "REQUEST_REDIRECT" });
    expect([first.arrived[0]?.body, second.arrived]).toEqual(["key=CANARY-KEY", []]);
  });

  it("the first one's Host header does not arrive", async () => {
    const second = await lab.serve();
    const { server: first, pictor } = await lab.open(redirectTo(() => second.origin));
    await (await pictor.send({ url: first.origin, headers: { host: "first.example" } })).discard();
    expect(`http://${String(second.arrived[0]?.headers["host"])}`).toBe(second.origin);
  });
});

it("a handler that shapes requests sees the scheme and none of its fields, and cannot choose another one", async () => {
  const server = await lab.serve();
  const { pictor } = await lab.kernel([], { profiles: profile() });
  const seen: unknown[] = [];
  pictor.hooks.beforeSend.tap({ when: { origin: server.origin } }, (request) => {
    seen.push(request.auth);
    return { ...request, auth: { type: "none", settings: {} } };
  });
  const refused = { code: "AUTH_CHANGED_REQUEST", details: { part: "auth setting" } };
  await expect(pictor.send({ url: server.origin, auth: "team" })).rejects.toMatchObject(refused);
  await expect(pictor.connect({ url: server.ws, auth: "team" }, ignore)).rejects.toMatchObject(refused);
  expect(seen).toEqual([
    { type: "header", settings: {} },
    { type: "header", settings: {} },
  ]);
  expect(server.arrived).toEqual([]);
});

describe("variables of the active environment", () => {
  const configuration = {
    environment: "dev",
    environments: { dev: { path: "here", key: { $env: "PICTOR_TEST_KEY" } } },
    profiles: { team: { type: "header", schemes: { header: { name: "X-Key", value: "{{key}}" } } } },
  };

  it("are filled in address, headers, a text body and the profile", async () => {
    const server = await lab.serve();
    const { pictor } = await lab.kernel([], configuration);
    const input = {
      method: "POST",
      url: `${server.origin}/{{path}}`,
      headers: { "x-a": "{{path}} {{other}}" },
    };
    await (await pictor.send({ ...input, body: "{{path}} {{ other }}", auth: "team" })).discard();
    expect(server.arrived).toMatchObject([
      { url: "/here", headers: { "x-a": "here {{other}}", "x-key": "CANARY-KEY" }, body: "here {{ other }}" },
    ]);
  });

  it("are filled in once: a value with braces is sent as it is", async () => {
    const server = await lab.serve();
    const { pictor } = await lab.kernel([], {
      environment: "dev",
      environments: { dev: { key: "a{{b}}c" } },
    });
    const auth = { type: "header", name: "X-Key", value: "{{key}}" };
    await (await pictor.send({ url: server.origin, auth })).discard();
    expect(server.arrived).toMatchObject([{ headers: { "x-key": "a{{b}}c" } }]);
  });

  it("that are unknown in an address are named", async () => {
    const { pictor } = await lab.kernel([], configuration);
    await expect(pictor.send({ url: "http://127.0.0.1:1/{{pth}}" })).rejects.toMatchObject({
      code: "VARIABLE_UNKNOWN",
      details: { variable: "{{pth}}", environment: "dev" },
      hint: expect.stringContaining('"path"') as string,
    });
  });

  it.each<[string, RequestInput]>([
    ["in the path", { url: "unknown://127.0.0.1/{{key}}" }],
    ["in the path, escaped", { url: "unknown://127.0.0.1/%43ANARY-KEY" }],
    ["as the port", { url: "http://127.0.0.1:{{key}}/" }],
    ["in the query", { url: "unknown://127.0.0.1/?key={{key}}" }],
    ["as the name of a header", { url: "http://127.0.0.1:1/", headers: { "CANARY-KEY": "\n" } }],
  ])("are not shown by what refuses the request: %s", async (_name, input) => {
    const { pictor } = await lab.kernel([], configuration);
    await pictor.send({ url: "http://127.0.0.1:1/", auth: "team" }).catch(() => undefined);
    const refused: unknown = await pictor.send(input).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: expect.stringMatching(/^REQUEST_(URL|HEADER)_INVALID$/) });
    expect(inspect(refused)).not.toMatch(/ANARY-KEY/);
  });

  it("of an unknown environment are refused", async () => {
    const { pictor } = await lab.kernel([], { ...configuration, environment: "dve" });
    await expect(pictor.send({ url: "http://127.0.0.1:1/" })).rejects.toMatchObject({
      code: "ENVIRONMENT_UNKNOWN",
    });
  });
});
