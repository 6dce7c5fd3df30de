// A scheme without a handler, and a caller's header with the name of a credential.

import { expect, it } from "vitest";
import { createTestPictor } from "@pictor/host/testing";
import { serve } from "../testing/loopback-servers.js";

const scheme = (when: object) => ({
  manifest: {
    manifestVersion: 1,
    id: "auth-team",
    kind: "auth",
    version: "1.0.0",
    apiVersion: "^1.0.0",
    main: "./index.js",
    title: "Team",
    description: "For tests",
    taps: [{ hook: "beforeSend", handler: "add", band: "auth", when }],
    contributes: {
      authSchemes: [{ id: "team", title: "Team", settings: { type: "object", properties: {} } }],
    },
  },
  plugin: () => ({
    handlers: {
      add: (request: { readonly headers: readonly (readonly [string, string])[] }) =>
        ({ ...request, headers: [...request.headers, ["X-Team", "painters"]] }) as never,
    },
    provides: { authSchemes: { team: { status: () => ({ state: "ready" }) as const } } },
  }),
});

it("is refused if no handler applies the scheme, instead of being sent without credentials", async () => {
  const server = await serve();
  const { pictor, dispose } = await createTestPictor({ plugins: [scheme({ authType: "taem" })] });
  const sending = pictor.send({ url: server.origin, auth: { type: "team" } });
  await expect(sending).rejects.toMatchObject({ code: "AUTH_NOT_APPLIED", details: { plugin: "auth-team" } });
  expect(server.arrived).toEqual([]);
  await dispose();
  await server.close();
});

it("a redirect whose body never ends is followed", async () => {
  const server = await serve(({ url }, response) => {
    if (url === "/b") response.end("there");
    else response.writeHead(302, { location: "/b" }).write("x");
  });
  const { pictor, dispose } = await createTestPictor({ plugins: [] });
  expect(await (await pictor.send({ url: `${server.origin}/a` })).text()).toBe("there");
  await dispose();
  await server.close();
});

it("is replaced by the credential, even if the scheme only appends", async () => {
  const server = await serve();
  const { pictor, dispose } = await createTestPictor({ plugins: [scheme({ authType: "team" })] });
  const headers = { "x-team": "me", "x-other": "kept" };
  await (await pictor.send({ url: server.origin, headers, auth: { type: "team" } })).discard();
  expect(server.arrived[0]?.headers).toMatchObject({ "x-team": "painters", "x-other": "kept" });
  await dispose();
  await server.close();
});
