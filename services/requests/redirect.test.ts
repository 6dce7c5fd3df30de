// Redirects: method and body of the next request, and credentials that stay with their origin.

import { outgoingRequest } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import { lab, redirectTo, type Loopback } from "../testing/loopback-servers.js";
import type { OutgoingRequest, Redactor, RequestInput } from "@pictor/kernel";
import { noCredentials } from "./credentials.js";
import { redirectOf } from "./redirect.js";

/** A server whose /start redirects to /end of the same server. */
const circular = (status: number) =>
  lab.open((request, response) => {
    if (request.url.startsWith("/start")) redirectTo(() => "/end?x=1#part", status)(request, response);
    else response.end("end");
  });
const post: Partial<RequestInput> = {
  method: "POST",
  body: "b",
  headers: { "content-type": "text/plain", "content-language": "de", "x-kept": "1" },
};

describe("at the same origin", () => {
  it.each([
    [301, "POST", "GET"],
    [302, "POST", "GET"],
    [303, "POST", "GET"],
    [307, "POST", "POST"],
    [308, "POST", "POST"],
    [301, "PUT", "PUT"],
    [303, "PUT", "GET"],
    [302, "PATCH", "PATCH"],
    [303, "DELETE", "GET"],
    [307, "OPTIONS", "OPTIONS"],
    [301, "HEAD", "HEAD"],
    [303, "HEAD", "HEAD"],
  ])("%i changes %s to %s", async (status, method, expected) => {
    const { server, pictor } = await circular(status);
    const { body, ...bare } = post;
    const reply = await pictor.send({
      ...bare,
      ...(method === "HEAD" ? {} : { body }),
      method,
      url: `${server.origin}/start`,
    });
    await reply.discard();
    const last = server.arrived.at(-1)!;
    expect([last.method, last.url, last.headers["x-kept"]]).toEqual([expected, "/end?x=1", "1"]);
    if (expected === "GET")
      expect([
        last.body,
        Object.keys(last.headers).filter((name) => /^(content|transfer)-/.test(name)),
      ]).toEqual(["", []]);
    else if (method !== "HEAD")
      expect([last.body, last.headers["content-type"]]).toEqual(["b", "text/plain"]);
    expect(reply.url).toBe(`${server.origin}/end?x=1`);
  });

  it.each([
    [301, "POST"],
    [302, "GET"],
    [303, "POST"],
  ] as const)(
    "%i is answered with %s if the caller keeps a POST after 301 and 303",
    async (status, expected) => {
      const { server, pictor } = await circular(status);
      await (await pictor.send({ ...post, url: `${server.origin}/start`, keepsPost: [301, 303] })).discard();
      expect(server.arrived.at(-1)).toMatchObject({ method: expected, body: expected === "POST" ? "b" : "" });
    },
  );

  it("runs the chain again, and sends the credential once", async () => {
    const { server, pictor } = await circular(302);
    const reasons: string[] = [];
    pictor.hooks.beforeSend.tap({}, (_request, { reason }) => void reasons.push(reason));
    const reply = await pictor.send({
      url: `${server.origin}/start`,
      auth: { type: "query", value: "SECRET" },
    });
    await reply.discard();
    expect(server.arrived.map(({ url }) => url)).toEqual([
      "/start?api_key=SECRET",
      "/end?x=1&api_key=SECRET",
    ]);
    expect(reasons).toEqual(["first", "redirect"]);
    expect(JSON.stringify(reply)).not.toContain("SECRET");
  });

  it("307 opens a stream again, wherever it leads", async () => {
    const open = async function* () {
      yield await Promise.resolve(Buffer.from("b"));
    };
    const other = await lab.serve();
    for (const target of [undefined, other]) {
      const { server, pictor } = await lab.open((request, response) => {
        if (request.url === "/end") response.end();
        else redirectTo(() => `${target?.origin ?? ""}/end`, 307)(request, response);
      });
      await (await pictor.send({ ...post, url: server.origin, body: { open, replayable: true } })).discard();
      expect((target ?? server).arrived.at(-1)).toMatchObject({ url: "/end", method: "POST", body: "b" });
    }
  });

  it.each([300, 304, 305, 306])("%i is returned as the reply", async (status) => {
    const { server, pictor } = await circular(status);
    const reply = await pictor.send({ url: `${server.origin}/start` });
    await reply.discard();
    expect([reply.status, server.arrived.length]).toEqual([status, 1]);
  });

  it.each([undefined, "", "  "])("with the Location %j is returned as the reply", async (location) => {
    const { server, pictor } = await lab.open((_request, response) =>
      response.writeHead(302, { ...(location !== undefined && { location }) }).end("moved"),
    );
    const reply = await pictor.send({ url: server.origin });
    expect([reply.status, await reply.text(), server.arrived.length]).toEqual([302, "moved", 1]);
  });

  it("is returned as the reply where it is not to be followed, wherever it leads", async () => {
    const { pictor } = await lab.kernel();
    for (const location of ["/end", "ftp://127.0.0.1/", "http://["]) {
      const server = await lab.serve((_request, response) => response.writeHead(302, { location }).end());
      const reply = await pictor.send({ url: server.origin, redirect: "manual" });
      await reply.discard();
      expect([reply.status, reply.headers["location"], server.arrived.length]).toEqual([302, location, 1]);
    }
  });
});

describe("that is refused", () => {
  it.each<[string, string, Partial<RequestInput>]>([
    ["when the request follows none", "/end", { redirect: "error" }],
    [
      "to another origin, when the request stays on its own",
      "http://localhost:9/",
      { redirect: "same-origin" },
    ],
    ["to another scheme", "ftp://127.0.0.1/", {}],
    ["to a file", "file:///etc/passwd", {}],
    ["with a user name", "http://user:pass@127.0.0.1/", {}],
    ["to no address", "http://[", {}],
    [
      "of a body that can be read once",
      "/end",
      {
        method: "POST",
        body: {
          open: async function* () {
            yield await Promise.resolve(new Uint8Array(1));
          },
          replayable: false,
        },
      },
    ],
  ])("%s", async (_name, location, more) => {
    const { server, pictor } = await lab.open(redirectTo(() => location, 307));
    await expect(pictor.send({ url: server.origin, ...more })).rejects.toMatchObject({
      code: "REQUEST_REDIRECT",
      message: expect.not.stringContaining("pass@"),
    });
    expect(server.arrived).toHaveLength(1);
  });

  it("after ten redirects in a loop", async () => {
    const { server, pictor } = await lab.open(redirectTo(() => "/again"));
    await expect(pictor.send({ url: server.origin })).rejects.toMatchObject({ code: "REQUEST_REDIRECT" });
    expect(server.arrived).toHaveLength(11);
  });
});

describe("to another origin", () => {
  const secrets: readonly [string, Partial<RequestInput>][] = [
    ["a scheme's Authorization", { auth: { type: "header", value: "Basic SECRET" } }],
    ["a scheme's own header", { auth: { type: "header", name: "X-Key", value: "SECRET" } }],
    [
      "a scheme's header that the caller had set too",
      { auth: { type: "header", name: "X-Key", value: "SECRET" }, headers: { "x-key": "CALLER-SECRET" } },
    ],
    ["a scheme's query key", { auth: { type: "query", value: "SECRET" } }],
    ["a scheme's answer to a challenge", { auth: { type: "challenge", value: "SECRET" } }],
    ["the caller's Authorization", { headers: { authorization: "Bearer SECRET" } }],
    ["the caller's cookies", { headers: { Cookie: "session=SECRET" } }],
    ["the caller's Proxy-Authorization", { headers: { "proxy-authorization": "SECRET" } }],
    [
      "a header of the caller's that holds the scheme's secret",
      { auth: { type: "header", value: "SECRET" }, headers: { "x-copy": "key=SECRET" } },
    ],
  ];
  const rest = { "x-plain": "1" };

  it.each(secrets)("%s does not arrive, and neither after a bounce back", async (_name, more) => {
    const second = await lab.serve(redirectTo(() => `${first.origin}/back`, 307));
    const first: Loopback = await lab.serve((request, response) => {
      if (request.url.startsWith("/back")) response.end("back");
      else if (request.headers["authorization"] === "none")
        response.writeHead(401, { "www-authenticate": "Test" }).end();
      else redirectTo(() => `${second.origin}/other`, 307)(request, response);
    });
    const { pictor } = await lab.kernel();
    const reply = await pictor.send({
      url: `${first.origin}/start`,
      ...more,
      headers: { ...rest, ...(more.headers as object) },
    });
    expect(await reply.text()).toBe("back");
    expect(
      JSON.stringify(first.arrived[0]!.headers) +
        JSON.stringify(first.arrived.map(({ url }) => url)) +
        JSON.stringify(first.arrived.at(1)?.headers),
    ).toContain("SECRET");
    expect(second.arrived).toMatchObject([{ headers: rest }]);
    expect(JSON.stringify(second.arrived)).not.toContain("SECRET");
    expect(JSON.stringify(first.arrived.filter(({ url }) => url.startsWith("/back")))).not.toContain(
      "SECRET",
    );
    expect(JSON.stringify(reply.hops)).not.toContain("SECRET");
  });

  it.each([
    [
      "raw UTF-8 is encoded once",
      Buffer.from("/caf\u00e9?q=\u00fc").toString("latin1"),
      "/caf%C3%A9?q=%C3%BC",
    ],
    ["what is encoded stays", "/caf%C3%A9?q=%c3%bc", "/caf%C3%A9?q=%c3%bc"],
  ])("in its Location %s", async (_case, location, expected) => {
    const server = await lab.serve((request, response) => {
      if (request.url === "/") response.writeHead(302, { Location: location });
      response.end();
    });
    const pictor = (await lab.kernel([], {})).pictor;
    await (await pictor.send({ url: `${server.origin}/` })).discard();
    expect(server.arrived.map(({ url }) => url)).toEqual(["/", expected]);
  });

  it("a second origin's 401 is not answered with the first one's credentials", async () => {
    const second = await lab.serve((_request, response) =>
      response.writeHead(401, { "www-authenticate": "Test" }).end(),
    );
    const first = await lab.serve(redirectTo(() => second.origin));
    const { pictor } = await lab.kernel();
    const reply = await pictor.send({ url: first.origin, auth: { type: "challenge", value: "SECRET" } });
    await reply.discard();
    expect([reply.status, second.arrived.length]).toEqual([401, 1]);
  });

  it.each(secrets)("%s arrives if the caller trusts redirects, and is hidden", async (_name, more) => {
    const second = await lab.serve((_request, response) => response.end("second"));
    const first = await lab.serve(({ headers }, response) => {
      if (headers["authorization"] === "none") response.writeHead(401, { "www-authenticate": "Test" }).end();
      else redirectTo(() => `${second.origin}/other`, 307)({} as never, response);
    });
    const { pictor } = await lab.kernel();
    const reply = await pictor.send({ url: `${first.origin}/start`, ...more, redirect: "trusted" });
    await reply.discard();
    expect(JSON.stringify(second.arrived)).toContain(_name.endsWith("challenge") ? '"none"' : "SECRET");
    expect(JSON.stringify(reply.hops)).not.toContain("SECRET");
  });

  it("a trusted redirect neither goes from https to http with credentials, nor beyond the origins of a profile", () => {
    const request = (origins?: readonly string[]): OutgoingRequest =>
      outgoingRequest({
        url: "https://a.example/",
        headers: [["Cookie", "s=1"]],
        auth: { type: "header", settings: {}, ...(origins && { origins }) },
      });
    const sentTo = (location: string, origins?: readonly string[]) => {
      const reply = { status: 302, location };
      const redactor = { text: (text: string) => text } as Redactor;
      const next = redirectOf(request(origins), reply, noCredentials, redactor, { redirect: "trusted" });
      return next.kind === "follow" && [next.request.auth.type, next.request.headers.length];
    };
    expect(sentTo("https://b.example/")).toEqual(["header", 1]);
    expect(sentTo("http://a.example/")).toEqual(["none", 0]);
    expect(sentTo("https://b.example/", ["https://b.example"])).toEqual(["header", 1]);
    expect(sentTo("https://c.example/", ["https://b.example"])).toEqual(["none", 0]);
  });

  it("a trusted redirect to another origin does not name the host of the first one", () => {
    const request: OutgoingRequest = outgoingRequest({
      url: "https://a.example/",
      headers: [["Host", "a.example"]],
    });
    const redactor = { text: (text: string) => text } as Redactor;
    const headersAt = (location: string) => {
      const reply = { status: 302, location };
      const next = redirectOf(request, reply, noCredentials, redactor, { redirect: "trusted" });
      return next.kind === "follow" && next.request.headers;
    };
    expect(headersAt("https://a.example/b")).toEqual([["Host", "a.example"]]);
    expect(headersAt("https://b.example/")).toEqual([]);
  });
});
