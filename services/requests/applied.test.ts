// A scheme without code besides its handler, a redirect whose body never ends, and a caller's header with the name of a
// credential.

import { manifestOf } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { lab } from "../testing/loopback-servers.js";

const key = { type: "string", minLength: 1 };
const scheme = {
  manifest: manifestOf("auth-team", "auth", {
    title: "Team",
    contributes: {
      authSchemes: [
        { id: "team", title: "Team", handler: "add", settings: { type: "object", properties: { key } } },
      ],
    },
  }),
  plugin: () => ({
    handlers: {
      add: (request: { readonly headers: readonly (readonly [string, string])[] }) =>
        ({ ...request, headers: [...request.headers, ["X-Team", "painters"]] }) as never,
    },
  }),
};

it("a scheme that is nothing but its handler is ready, or names the field whose value is not possible", async () => {
  const profile = (settings: object) => ({ type: "team", schemes: { team: settings } });
  const configuration = { profiles: { mine: profile({}), blank: profile({ key: "" }) } };
  const { pictor } = await lab.kernel([scheme], configuration);
  expect((await pictor.profiles.view("mine")).status).toEqual({ state: "ready" });
  expect((await pictor.profiles.view("blank")).status).toMatchObject({ state: "missing", fields: ["key"] });
});

it("a redirect whose body never ends is followed", async () => {
  const server = await lab.serve(({ url }, response) => {
    if (url === "/b") response.end("there");
    else response.writeHead(302, { location: "/b" }).write("x");
  });
  const { pictor } = await lab.kernel();
  expect(await (await pictor.send({ url: `${server.origin}/a` })).text()).toBe("there");
});

it("is replaced by the credential, even if the scheme only appends", async () => {
  const server = await lab.serve();
  const { pictor } = await lab.kernel([scheme]);
  const headers = { "x-team": "me", "x-other": "kept" };
  await (await pictor.send({ url: server.origin, headers, auth: { type: "team" } })).discard();
  expect(server.arrived[0]?.headers).toMatchObject({ "x-team": "painters", "x-other": "kept" });
});
