// Where a profile's credentials may go: its list of origins, redirects along it, and what is said about plain http.

import { afterEach, describe, expect, it } from "vitest";
import { createLab, redirectTo } from "./servers.test.support.js";

const lab = createLab();
afterEach(() => lab.close());

const profile = (origins?: readonly string[]) => ({
  team: {
    type: "header",
    schemes: { header: { name: "X-Key", value: { $env: "PICTOR_TEST_KEY" } } },
    ...(origins && { origins }),
  },
});
process.env["PICTOR_TEST_KEY"] = "CANARY-KEY";

describe("a profile with origins", () => {
  it("is refused elsewhere, before a socket opens", async () => {
    const server = await lab.serve();
    const { kernel } = await lab.kernel([], { profiles: profile(["https://api.example"]) });
    const sending = kernel.send({ url: server.origin, auth: "team" });
    await expect(sending).rejects.toMatchObject({
      code: "AUTH_ORIGIN_REFUSED",
      details: { origin: server.origin },
    });
    expect(server.arrived).toEqual([]);
  });

  it("goes along a redirect to an origin of its list, without the request's own secrets", async () => {
    const second = await lab.serve();
    const first = await lab.serve(redirectTo(() => `${second.origin}/there`));
    const origins = [first.origin, second.origin];
    const { kernel } = await lab.kernel([], { profiles: profile(origins) });
    const headers = { cookie: "CANARY=1", "x-plain": "kept" };
    const reply = await kernel.send({ url: first.origin, auth: "team", headers });
    await reply.discard();
    expect(second.arrived[0]?.headers).toMatchObject({ "x-key": "CANARY-KEY", "x-plain": "kept" });
    expect(second.arrived[0]?.headers["cookie"]).toBeUndefined();
    expect(reply.notes).toEqual([]);
  });
});

describe("notes", () => {
  it("tell of a header that the scheme replaced", async () => {
    const server = await lab.serve();
    const { kernel } = await lab.kernel([], { profiles: profile() });
    const reply = await kernel.send({ url: server.origin, auth: "team", headers: { "x-key": "mine" } });
    await reply.discard();
    expect(server.arrived[0]?.headers["x-key"]).toBe("CANARY-KEY");
    expect(reply.notes).toMatchObject([{ code: "AUTH_REPLACED" }]);
  });

  it("say nothing where there is nothing to say", async () => {
    const server = await lab.serve();
    const { kernel } = await lab.kernel([], { profiles: profile() });
    const reply = await kernel.send({ url: server.origin, auth: "team" });
    await reply.discard();
    expect(reply.notes).toEqual([]);
  });
});

describe("a credential that a server repeats", () => {
  it("in the path of its Location stops the redirect", async () => {
    const second = await lab.serve();
    const first = await lab.serve((request, response) => {
      const location = `${second.origin}/${String(request.headers["x-key"])}/x`;
      response.writeHead(302, { location }).end();
    });
    const { kernel } = await lab.kernel([], { profiles: profile() });
    const error: unknown = await kernel
      .send({ url: first.origin, auth: "team" })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "REQUEST_REDIRECT" });
    expect(String(error)).not.toContain("CANARY-KEY");
    expect(second.arrived).toEqual([]);
  });
});

describe("variables of the active environment", () => {
  const configuration = {
    environment: "dev",
    environments: { dev: { path: "here", key: { $env: "PICTOR_TEST_KEY" } } },
    profiles: { team: { type: "header", schemes: { header: { name: "X-Key", value: "{{key}}" } } } },
  };

  it("are filled in address, headers, a text body and the profile", async () => {
    const server = await lab.serve();
    const { kernel } = await lab.kernel([], configuration);
    const input = {
      method: "POST",
      url: `${server.origin}/{{path}}`,
      headers: { "x-a": "{{path}} {{other}}" },
    };
    await (await kernel.send({ ...input, body: "{{path}} {{ other }}", auth: "team" })).discard();
    expect(server.arrived).toMatchObject([
      { url: "/here", headers: { "x-a": "here {{other}}", "x-key": "CANARY-KEY" }, body: "here {{ other }}" },
    ]);
  });

  it.each([
    ["an address", { url: "http://127.0.0.1:1/{{pth}}" }],
    [
      "an inline setting",
      { url: "http://127.0.0.1:1/", auth: { type: "header", name: "A", value: "{{pth}}" } },
    ],
  ])("that are unknown in %s are named", async (_name, input) => {
    const { kernel } = await lab.kernel([], configuration);
    await expect(kernel.send(input)).rejects.toMatchObject({
      code: "VARIABLE_UNKNOWN",
      details: { variable: "{{pth}}", environment: "dev" },
      hint: expect.stringContaining('"path"') as string,
    });
  });

  it("of an environment that is not there say so", async () => {
    const { kernel } = await lab.kernel([], { ...configuration, environment: "dve" });
    await expect(kernel.send({ url: "http://127.0.0.1:1/" })).rejects.toMatchObject({
      code: "ENVIRONMENT_UNKNOWN",
    });
  });
});
