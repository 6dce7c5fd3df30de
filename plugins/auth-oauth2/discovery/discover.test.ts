// Discovery over the wire: what is asked, what is filled in, and how it fails without changing anything.

import type { IncomingMessage, ServerResponse } from "node:http";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { discover } from "./discover.js";
import { blank } from "../blank.test.support.js";
import { createLab } from "./discovery.test.support.js";
import type { Answers, Lab } from "./discovery.test.support.js";

const oidc = "/.well-known/openid-configuration";
const oauth = "/.well-known/oauth-authorization-server";

const labs: Lab[] = [];
afterEach(async () => {
  for (const lab of labs.splice(0)) await lab.close();
});
async function start(answers: (origin: string) => Answers): Promise<Lab> {
  const lab = await createLab(answers);
  labs.push(lab);
  return lab;
}
const json =
  (body: unknown, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
const documentOf = (issuer: string) => ({
  issuer,
  token_endpoint: `${issuer}/token`,
  scopes_supported: ["openid"],
});

const find = (lab: Lab, text: string, fields: Partial<typeof blank> = {}) =>
  discover(
    text,
    { fields: { ...blank, ...fields }, profile: "p", file: undefined, environment: undefined },
    lab.wire,
  );
const failure = async (finding: Promise<unknown>): Promise<Error & { readonly code?: string }> =>
  finding.then(
    () => new Error("it was found"),
    (error: unknown) => error as Error,
  );

describe("found", () => {
  it("at the address of OpenID Connect, with one request", async () => {
    const lab = await start((origin) => ({ [oidc]: json(documentOf(origin)) }));
    const { edit, notes } = await find(lab, lab.origin);
    expect(edit).toEqual({
      oauth2: {
        discoveryUrl: lab.origin,
        issuer: lab.origin,
        tokenUrl: `${lab.origin}/token`,
        scopes: "openid",
      },
    });
    expect(notes).toContain(`tokenUrl: ${lab.origin}/token`);
    expect(lab.asked()).toEqual([oidc]);
  });

  it("at a server that knows RFC 8414 only, its path inserted", async () => {
    const lab = await start((origin) => ({ [`${oauth}/t/v2.0`]: json(documentOf(`${origin}/t/v2.0`)) }));
    expect((await find(lab, `${lab.origin}/t/v2.0/`)).edit.oauth2).toMatchObject({
      issuer: `${lab.origin}/t/v2.0`,
    });
    expect(lab.asked()).toEqual([`/t/v2.0${oidc}`, `${oauth}/t/v2.0`]);
  });

  it.each<[string, (origin: string) => Answers[string]]>([
    [
      "an HTML page",
      () => (_request, response) => response.setHeader("content-type", "text/html").end("<p>hello"),
    ],
    ["another issuer", () => json(documentOf("https://other.example.com"))],
    ["no endpoints", (origin) => json({ issuer: origin })],
    ["a redirect", () => (_request, response) => response.writeHead(302, { location: "/login" }).end()],
    ["an error", () => json({}, 500)],
  ])("by RFC 8414, where OpenID Connect gives %s", async (_situation, first) => {
    const lab = await start((origin) => ({ [oidc]: first(origin), [oauth]: json(documentOf(origin)) }));
    expect((await find(lab, lab.origin)).edit.oauth2).toMatchObject({ tokenUrl: `${lab.origin}/token` });
  });

  it("at exactly the address that was given, query included", async () => {
    const lab = await start((origin) => ({ [`/t${oidc}`]: json(documentOf(`${origin}/t`)) }));
    await find(lab, `${lab.origin}/t${oidc}?p=B2C_1`);
    expect(lab.asked()).toEqual([`/t${oidc}?p=B2C_1`]);
  });

  it("without a scheme, over http on this machine", async () => {
    const lab = await start((origin) => ({ [oidc]: json(documentOf(origin)) }));
    expect((await find(lab, ` ${new URL(lab.origin).host} `)).edit.oauth2).toMatchObject({
      issuer: lab.origin,
    });
  });

  it("without any credential, and asking for JSON", async () => {
    const lab = await start((origin) => ({ [oidc]: json(documentOf(origin)) }));
    await find(lab, lab.origin, {
      clientId: "my-client",
      clientSecret: "hunter2",
      tokenHeaders: [{ name: "x-key", value: "hunter2" }],
    });
    const [request] = lab.arrived;
    expect(request).toMatchObject({ method: "GET", headers: { accept: "application/json" } });
    expect(Object.keys(request?.headers ?? {})).not.toEqual(expect.arrayContaining(["authorization"]));
    expect(JSON.stringify(request)).not.toMatch(/my-client|hunter2/);
  });
});

describe("not found: what was asked, and why", () => {
  it.each<[string, Answers[string], string]>([
    ["a missing page", json({ secret: "hunter2" }, 404), "status 404"],
    ["a failing server", json({ secret: "hunter2" }, 500), "status 500"],
    [
      "an HTML page",
      (_request, response) => response.setHeader("content-type", "text/html").end("<html>hunter2"),
      "an HTML page instead of JSON, perhaps a page to sign in",
    ],
    ["a text", (_request, response) => response.end("hunter2"), "it is not JSON"],
    ["too much", (_request, response) => response.end(`{"issuer":"${"hunter2".repeat(100_000)}"}`), "bytes"],
  ])("%s", async (_situation, answer, reason) => {
    const lab = await start(() => ({ [oidc]: answer, [oauth]: answer }));
    const error = await failure(find(lab, lab.origin));
    expect(error.code).toBe("OAUTH_DISCOVERY_FAILED");
    expect(error.message).toContain(`${lab.origin}${oidc}: `);
    expect(error.message).toContain(`${lab.origin}${oauth}: `);
    expect(error.message).toContain(reason);
    expect(inspect(error, { depth: 9 })).not.toContain("hunter2");
  });

  it("a redirect, whose target is shown and not followed", async () => {
    const elsewhere = await start((origin) => ({ [oidc]: json(documentOf(origin)) }));
    const lab = await start(() => ({
      [oidc]: (_request, response) =>
        response.writeHead(301, { location: `${elsewhere.origin}/idp${oidc}` }).end(),
    }));
    const error = await failure(find(lab, `${lab.origin}${oidc}`));
    expect(error.code).toBe("OAUTH_DISCOVERY_FAILED");
    expect(error.message).toContain(`${elsewhere.origin}/idp${oidc}`);
    expect(elsewhere.arrived).toEqual([]);
  });

  it("nobody there, asked once", async () => {
    const lab = await start(() => ({}));
    await lab.stop();
    const error = await failure(find(lab, lab.origin));
    expect(error.code).toBe("OAUTH_DISCOVERY_FAILED");
    expect(error.message).toContain("ECONNREFUSED");
    expect(error.message).not.toContain(oauth);
  });

  it.each<[string, Answers[string]]>([
    ["before it begins", () => undefined],
    ["in the middle", (_request, response) => void response.writeHead(200).write('{"issuer":')],
  ])("an answer that stops %s, after 20 seconds", async (_situation, answer) => {
    const lab = await start(() => ({ [oidc]: answer }));
    const finding = failure(find(lab, lab.origin));
    await lab.hasArrived();
    await lab.clock.advance(20_000);
    expect(await finding).toMatchObject({
      code: "OAUTH_DISCOVERY_FAILED",
      message: expect.stringContaining("within 20 seconds"),
    });
    expect(lab.asked()).toEqual([oidc]);
  });

  it("another issuer, shown beside the expected one", async () => {
    const lab = await start(() => ({ [oidc]: json(documentOf("https://evil.example.com")) }));
    expect(await failure(find(lab, lab.origin))).toMatchObject({
      code: "OAUTH_ISSUER_MISMATCH",
      details: {
        found: "https://evil.example.com",
        expected: lab.origin,
        asked: [`${lab.origin}${oidc}`, `${lab.origin}${oauth}`],
      },
    });
  });
});

describe("nothing is asked", () => {
  it.each([
    ["http on another machine", "http://as.example.com", "OAUTH_ENDPOINT_REFUSED"],
    ["a user name in the address", "https://me:hunter2@as.example.com", "AUTH_SETTING_INVALID"],
    ["an empty text", " ", "AUTH_SETTING_INVALID"],
  ])("for %s", async (_situation, text, code) => {
    const lab = await start(() => ({}));
    const error = await failure(find(lab, text));
    expect(error.code).toBe(code);
    expect(inspect(error)).not.toContain("hunter2");
  });

  it("after a cancel", async () => {
    const lab = await start((origin) => ({ [oidc]: json(documentOf(origin)) }));
    lab.cancel(new Error("cancelled"));
    await expect(find(lab, lab.origin)).rejects.toThrow("cancelled");
    expect(lab.arrived).toEqual([]);
  });
});

it("ends at once with a cancel", async () => {
  const lab = await start(() => ({ [oidc]: () => undefined }));
  const finding = failure(find(lab, lab.origin));
  await lab.hasArrived();
  lab.cancel(new Error("cancelled"));
  expect((await finding).message).toBe("cancelled");
  expect(lab.asked()).toEqual([oidc]);
});
