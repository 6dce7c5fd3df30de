// From a provider's address to a token by device code, against a real OpenID provider.

import type { Interaction } from "@pictor/kernel/plugin";
import { createTestKernel } from "@pictor/kernel/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { discover } from "../discovery/discover.js";
import type { FilledField } from "../discovery/fill.js";
import { blank } from "../blank.test.support.js";
import { pollDevice, requestDeviceCode } from "../protocol/device.js";
import { clients, startProvider } from "../protocol/oidc-provider.test.support.js";
import type { TestProvider } from "../protocol/oidc-provider.test.support.js";
import type { Wire } from "../protocol/types.js";
import type { Fields, OAuthSetting } from "../setting.js";
import { signInWithDevice } from "./device.js";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

async function wireOf(signal: AbortSignal) {
  const { kernel, clock, dispose } = await createTestKernel({ plugins: [] });
  cleanUp.push(dispose);
  const wire: Wire = { send: (input, options) => kernel.send(input, options), clock, signal };
  return { wire, clock };
}

const settingOf = (fields: Partial<Fields>): OAuthSetting => ({
  fields: { ...blank, ...fields },
  profile: "p",
  file: undefined,
  environment: undefined,
});

/** Starts a flow with what discovery finds, and waits until its code is shown. */
async function start() {
  const controller = new AbortController();
  const { wire, clock } = await wireOf(controller.signal);
  const client: Partial<Fields> = { grantType: "device_code", clientId: clients.application.clientId };
  const { edit } = await discover(provider.issuer, settingOf(client), wire);
  const setting = settingOf({ ...client, ...(edit.oauth2 as Partial<Record<FilledField, string>>) });

  let tellCode = (_code: string): void => undefined;
  const shown = new Promise<string>((resolve) => (tellCode = resolve));
  const opened: string[] = [];
  const listeners: (() => void)[] = [];
  const interaction: Pick<Interaction, "showCode" | "openUrl" | "show" | "progress"> = {
    showCode: ({ code }) => {
      tellCode(code);
    },
    openUrl: (url) => Promise.resolve(opened.push(url) > 0),
    show: () => undefined,
    progress: () => listeners.shift()?.(),
  };
  const ending = signInWithDevice({
    request: () => requestDeviceCode(setting, wire),
    poll: (deviceCode) => pollDevice(setting, deviceCode, wire),
    interaction,
    clock,
    signal: controller.signal,
    providerUrls: [setting.fields.issuer],
  }).catch((error: unknown) => error as Error);
  const userCode = await shown;
  return {
    userCode,
    opened,
    ending,
    cancel: (reason: Error) => {
      controller.abort(reason);
    },
    /** Lets one interval pass; the poll that follows is under way then. */
    pass: () => clock.advance(5_000),
    /** Settles when the flow has read an answer and waits again. */
    waitsAgain: () => new Promise<void>((resolve) => listeners.push(resolve)),
  };
}

describe("discovery", () => {
  it("finds what the provider really has", async () => {
    const { wire } = await wireOf(new AbortController().signal);
    const { edit, notes } = await discover(new URL(provider.issuer).host, settingOf({}), wire);
    expect(edit.oauth2).toMatchObject({ ...provider.endpoints, scopes: "openid profile email" });
    expect(edit.oauth2.clientAuthenticationMethods?.split(" ")).toContain("client_secret_basic");
    expect(notes).toContain(`tokenUrl: ${provider.issuer}/token`);
  });
});

describe("a device flow", () => {
  it("ends with a token once the person has confirmed the code", async () => {
    const flow = await start();
    const waitsAgain = flow.waitsAgain();
    await flow.pass();
    await waitsAgain;
    await provider.approveDevice(flow.userCode);
    await flow.pass();
    const answer = await flow.ending;
    if (answer instanceof Error) throw answer;
    expect(await provider.isActive(answer.accessToken)).toBe(true);
    expect(answer.refreshToken).toBeDefined();
    expect(flow.opened).toEqual([`${provider.issuer}/device?user_code=${flow.userCode}`]);
  });

  it("ends when the person says no", async () => {
    const flow = await start();
    await provider.denyDevice(flow.userCode);
    await flow.pass();
    expect(await flow.ending).toMatchObject({ code: "OAUTH_DENIED" });
  });

  it("goes on after a server that slows it down, and one that fails", async () => {
    const flow = await start();
    provider.interfere("/token", (_request, response) => {
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"slow_down"}');
    });
    provider.interfere("/token", (_request, response) => {
      response.writeHead(503).end();
    });
    for (const intervals of [1, 2]) {
      const waitsAgain = flow.waitsAgain();
      for (let interval = 0; interval < intervals; interval++) await flow.pass();
      await waitsAgain;
    }
    await provider.approveDevice(flow.userCode);
    for (let interval = 0; interval < 4; interval++) await flow.pass();
    expect(await flow.ending).toMatchObject({ tokenType: "Bearer" });
  });

  it("ends at once with a cancel while it polls, and asks no more", async () => {
    const flow = await start();
    const hangs = new Promise<void>((resolve) => {
      provider.interfere("/token", () => {
        resolve();
      });
    });
    await flow.pass();
    await hangs;
    const before = provider.arrived.length;
    const reason = new Error("cancelled");
    flow.cancel(reason);
    expect(await flow.ending).toBe(reason);
    await provider.approveDevice(flow.userCode);
    await flow.pass();
    expect(provider.arrived.slice(before)).not.toContain("POST /token");
  });
});
