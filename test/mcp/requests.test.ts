// The tools list_profiles and send_request: what is sent with a profile, and that the client sees no secret.

import { afterAll, describe, expect, it } from "vitest";
import { startOriginServer } from "../../server/testing/origin-server.js";
import { startTestServer } from "../../server/testing/start-server.js";
import { connectMcp } from "./mcp-server.test.support.js";

const secret = "MCP-canary-98765";
process.env["PICTOR_TEST_MCP"] = secret;
const origin = await startOriginServer();
const test = await startTestServer({
  configuration: {
    profiles: {
      work: {
        type: "bearer",
        schemes: { bearer: { token: { $env: "PICTOR_TEST_MCP" } } },
        origins: [origin.url],
      },
    },
  },
});
const mcp = await connectMcp(test);
afterAll(async () => {
  delete process.env["PICTOR_TEST_MCP"];
  await mcp.close();
  await test.close();
  await origin.close();
});

describe("send_request", () => {
  it("sends the credentials of a profile, and shows none of them", async () => {
    const profiles = await mcp.call("list_profiles");
    expect(profiles.data).toEqual({
      profiles: [
        { name: "work", scheme: "bearer", state: "ready", needsSignIn: false, origins: [origin.url] },
      ],
    });
    const reply = await mcp.call("send_request", { url: `${origin.url}/echo`, profile: "work" });
    expect(reply.data).toMatchObject({ status: 200, isComplete: true });
    expect(JSON.stringify([reply, profiles])).not.toContain(secret);
  });

  it("sends a JSON body, and cuts off a long text", async () => {
    const reply = await mcp.call("send_request", {
      url: `${origin.url}/echo`,
      method: "POST",
      json: { n: 1 },
      max_characters: 3,
    });
    expect([String(reply.data["text"]).length, reply.data["isComplete"]]).toEqual([3, false]);
  });

  it("says what is wrong with a profile that does not exist, or an origin that is not its own", async () => {
    const unknown = await mcp.call("send_request", { url: origin.url, profile: "wrk" });
    expect([unknown.isError, unknown.text]).toEqual([true, expect.stringContaining("work")]);
    const other = await mcp.call("send_request", { url: "http://127.0.0.1:1/", profile: "work" });
    expect([other.isError, other.text]).toEqual([true, expect.stringContaining("AUTH_ORIGIN_REFUSED")]);
  });

  it("reaches no server of this machine with a token without the scope admin", async () => {
    const { token } = await test.createToken("requests", ["request"]);
    const limited = await connectMcp(test, token);
    const reply = await limited.call("send_request", { url: origin.url, profile: "work" });
    expect(reply.isError).toBe(true);
    expect(reply.text).not.toContain(secret);
    await limited.close();
  });
});
