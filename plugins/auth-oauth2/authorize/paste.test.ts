// Sign-ins in which the user pastes the callback URL: without a browser, or with a callback URL on another host.

import { describe, expect, it } from "vitest";
import {
  followCallback,
  startFlow,
  callbackUrlOf,
  createUser,
  expectPortFree,
  portOf,
  openStartPage,
  waitFor,
} from "../testing/authorization-flow.js";
import type { FakeUser } from "../testing/authorization-flow.js";
import type { Bind } from "./listener.js";

/** The authorization URL that was shown or opened. */
const shownUrl = ({ shown, opened }: FakeUser): URL => new URL(shown.at(-1) ?? opened.at(-1) ?? "");

/** A user who pastes texts made from the authorization URL. */
function createPastingUser(browser: boolean, ...makers: readonly ((shown: URL) => string)[]): FakeUser {
  const user: FakeUser = createUser(browser);
  const enterLater = user.interaction.enter;
  const enter: typeof enterLater = (prompt, signal) => {
    const later = enterLater(prompt, signal);
    const make = makers[user.prompts.length - 1];
    if (make === undefined) return later;
    later.catch(() => undefined);
    return Promise.resolve(make(shownUrl(user)));
  };
  return { ...user, interaction: { ...user.interaction, enter } };
}
const codeOnly = () => "4/c0de";

describe("without a browser", () => {
  it.each([
    ["the URL", (shown: URL) => callbackUrlOf(shown, { code: "4/c0de" })],
    ["the code alone", codeOnly],
  ])("%s can be pasted, which ends the listener", async (_situation, paste) => {
    const flow = await startFlow({}, { user: createPastingUser(false, paste) });
    const { code, redirectUri } = await flow.result;
    expect(code).toBe("4/c0de");
    expect(redirectUri).toBe(`http://localhost:${portOf(flow)}/callback`);
    await expectPortFree(portOf(flow));
    expect(flow.clock.pending()).toBe(0);
  });

  it("an unusable text leads to another prompt with the problem", async () => {
    const foreign = (shown: URL) => callbackUrlOf(shown, { code: "x", state: "other" });
    const flow = await startFlow({}, { user: createPastingUser(false, () => " ", foreign, codeOnly) });
    expect((await flow.result).code).toBe("4/c0de");
    expect(flow.user.prompts.map(({ detail }) => detail)).toEqual([
      [],
      [expect.stringMatching(/nothing/i)],
      [expect.stringMatching(/another sign-in/)],
    ]);
  });

  it("the callback still works, and withdraws the prompt", async () => {
    const flow = await startFlow({}, { user: createUser(false) });
    await waitFor(() => flow.user.signals.length === 1);
    await followCallback(callbackUrlOf(shownUrl(flow.user), { code: "a" }));
    expect((await flow.result).code).toBe("a");
    expect(flow.user.signals[0]?.aborted).toBe(true);
  });

  it("the flow waits for the callback if the host cannot ask, and shows the time limit", async () => {
    const flow = await startFlow({}, { user: createUser(false, [undefined]) });
    await waitFor(() => flow.user.prompts.length === 1);
    expect(flow.user.steps).toEqual([expect.stringContaining("5 minutes")]);
    expect(flow.user.prompts[0]?.title).toMatch(/only if the browser/);
    await followCallback(callbackUrlOf(await openStartPage(flow), { code: "a" }));
    expect((await flow.result).code).toBe("a");
  });
});

describe("with a callback URL on another host", () => {
  const callbackUrl = "https://example.org/cb";
  const bind: Bind = () => Promise.reject(new Error("tried to listen"));

  it("the authorization URL is opened, nothing listens, and the user pastes the URL", async () => {
    const paste = (shown: URL) => callbackUrlOf(shown, { code: "c" });
    const flow = await startFlow({ callbackUrl }, { bind, user: createPastingUser(true, paste) });
    expect(await flow.result).toMatchObject({ redirectUri: callbackUrl, notes: [] });
    expect(shownUrl(flow.user).searchParams.get("redirect_uri")).toBe(callbackUrl);
    expect(flow.clock.pending()).toBe(0);
  });

  it("the flow ends if the host cannot ask", async () => {
    const flow = await startFlow({ callbackUrl }, { bind, user: createUser(true, [undefined]) });
    await expect(flow.result).rejects.toMatchObject({ code: "AUTH_ACTION_INPUT" });
    expect(flow.clock.pending()).toBe(0);
  });

  it("the flow ends after ten unusable texts", async () => {
    const user = createUser(true, Array<string>(50).fill(""));
    const flow = await startFlow({ callbackUrl }, { bind, user });
    await expect(flow.result).rejects.toMatchObject({ code: "OAUTH_CALLBACK_INVALID" });
    expect(flow.user.prompts).toHaveLength(10);
  });

  it("a timeout and a cancellation end the flow and withdraw the prompt", async () => {
    const flows = [await startFlow({ callbackUrl }, { bind }), await startFlow({ callbackUrl }, { bind })];
    await flows[0]?.clock.advance(300_000);
    await expect(flows[0]?.result).rejects.toMatchObject({
      code: "OAUTH_TIMEOUT",
      details: { redirectUri: callbackUrl },
    });
    flows[1]?.cancel(new Error("cancelled"));
    await expect(flows[1]?.result).rejects.toThrow("cancelled");
    for (const { user, clock } of flows) {
      expect(user.signals.map(({ aborted }) => aborted)).toEqual([true]);
      expect(clock.pending()).toBe(0);
    }
  });
});
