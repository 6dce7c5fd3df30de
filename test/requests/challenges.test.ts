// A challenge is answered once, and never with the same credentials (RFC 9110 section 15.5.2).

import { afterEach, describe, expect, it } from "vitest";
import { createLab, findSecrets } from "./lab.test.support.js";
import type { Answer } from "./origins.test.support.js";
import { fixtures } from "./schemes.test.support.js";

const lab = createLab();
afterEach(() => lab.close());

const refusing =
  (challenge = 'Digest realm="studio", nonce="n1", qop="auth", algorithm=SHA-256'): Answer =>
  (_request, response) =>
    void response.writeHead(401, { "www-authenticate": challenge }).end("no");

describe("a server that refuses everything", () => {
  it.each(fixtures)(
    "is asked with $name no oftener than there are different credentials",
    async (fixture) => {
      const server = await lab.origin(refusing(fixture.challenge));
      const pictor = await lab.createPictor();
      const ending = await pictor.end({ url: server.http, auth: fixture.auth });
      expect([ending.reply?.status, ending.reply?.hops.at(-1)?.status]).toEqual([401, 401]);
      expect(server.arrived).toHaveLength(fixture.challenge === undefined ? 1 : 2);
      const sent = server.arrived.map(({ url, headers }) => JSON.stringify([url, headers]));
      expect(new Set(sent).size).toBe(sent.length);
      expect(findSecrets(pictor.shown(ending), fixture)).toEqual([]);
    },
  );

  it.each([403, 407, 500])("with status %i is not asked again", async (status) => {
    const server = await lab.origin(
      (_request, response) =>
        void response
          .writeHead(status, { "www-authenticate": "Answer", "proxy-authenticate": "Answer" })
          .end(),
    );
    const pictor = await lab.createPictor();
    const { reply } = await pictor.end({ url: server.http, auth: { type: "answer", secret: "CANARY" } });
    expect([reply?.status, server.arrived.length]).toEqual([status, 1]);
  });

  it.each(["header", "query"])("is not asked again by a scheme that comes to the same %s", async (place) => {
    const server = await lab.origin(refusing());
    const pictor = await lab.createPictor();
    const auth = { type: "repeat", secret: "CANARY-repeat", place };
    const reply = await pictor.pictor.send({ url: server.http, auth });
    // The caller receives the first reply, with its body unread.
    expect([reply.status, await reply.text(), server.arrived.length]).toEqual([401, "no", 1]);
  });
});

describe("an answer", () => {
  const auth = { type: "answer", secret: "CANARY-answer" };
  it("does not wait for the end of the refusal", async () => {
    const server = await lab.origin((request, response) => {
      if (request.headers["x-answer"] !== undefined) response.end("in");
      else response.writeHead(401, { "www-authenticate": "Answer" }).write("for ever");
    });
    const pictor = await lab.createPictor();
    const { reply } = await pictor.end({ url: server.http, auth });
    expect(reply?.status).toBe(200);
  });
});

it("a scheme that cannot do its part never sends a token in two places", async () => {
  const server = await lab.origin();
  const pictor = await lab.createPictor();
  const ending = await pictor.end({
    url: `${server.http}/?access_token=CANARY-query`,
    auth: { type: "bearer", token: "CANARY-header" },
  });
  expect([ending.error?.code, server.arrived]).toEqual(["AUTH_PLACED_TWICE", []]);
  expect(pictor.shown(ending)).not.toContain("CANARY-header");
});
