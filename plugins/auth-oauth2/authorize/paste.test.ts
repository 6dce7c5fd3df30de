// Without a browser here, or without a callback that could be listened on: the person carries the answer over.

import { describe, expect, it } from "vitest";
import {
  arrive,
  begin,
  callbackOf,
  createPerson,
  expectFree,
  portOf,
  startedUrl,
  waitFor,
} from "./authorize.test.support.js";
import type { Person } from "./authorize.test.support.js";
import type { Bind } from "./listener.js";

/** The address to sign in at, opened or shown; the one secret-bearing text that the person needs. */
const shownUrl = ({ shown, opened }: Person): URL => new URL(shown.at(-1) ?? opened.at(-1) ?? "");

/** Types what is made of the address shown. */
function typing(browser: boolean, ...makers: readonly ((shown: URL) => string)[]): Person {
  const person: Person = createPerson(browser);
  const thinking = person.interaction.enter;
  const enter: typeof thinking = (prompt, signal) => {
    const thought = thinking(prompt, signal);
    const make = makers[person.prompts.length - 1];
    if (make === undefined) return thought;
    thought.catch(() => undefined);
    return Promise.resolve(make(shownUrl(person)));
  };
  return { ...person, interaction: { ...person.interaction, enter } };
}
const bare = () => "4/c0de";

describe("no browser could be opened", () => {
  it.each([
    ["the address", (shown: URL) => callbackOf(shown, { code: "4/c0de" })],
    ["the bare code", bare],
  ])("takes %s that is pasted, and stops listening", async (_situation, paste) => {
    const flow = await begin({}, { person: typing(false, paste) });
    const { parameters, state, redirectUri } = await flow.result;
    expect([parameters.get("code"), parameters.get("state")]).toEqual(["4/c0de", state]);
    expect(redirectUri).toBe(`http://localhost:${portOf(flow)}/callback`);
    await expectFree(portOf(flow));
    expect(flow.clock.pending()).toBe(0);
  });

  it("says what is wrong with a paste and asks again", async () => {
    const foreign = (shown: URL) => callbackOf(shown, { code: "x", state: "other" });
    const flow = await begin({}, { person: typing(false, () => " ", foreign, bare) });
    expect((await flow.result).parameters.get("code")).toBe("4/c0de");
    expect(flow.person.prompts.map(({ detail }) => detail)).toEqual([
      [],
      ["Nothing was pasted."],
      ["This address belongs to another sign-in."],
    ]);
  });

  it("takes the callback all the same, and takes the question back", async () => {
    const flow = await begin({}, { person: createPerson(false) });
    await waitFor(() => flow.person.signals.length === 1);
    await arrive(callbackOf(shownUrl(flow.person), { code: "a" }));
    expect((await flow.result).parameters.get("code")).toBe("a");
    expect(flow.person.signals[0]?.aborted).toBe(true);
  });

  it("waits for the callback when nobody can be asked, and says for how long", async () => {
    const flow = await begin({}, { person: createPerson(false, [undefined]) });
    await waitFor(() => flow.person.prompts.length === 1);
    expect(flow.person.steps).toEqual(["Waiting for the browser, 5 minutes at most"]);
    expect(flow.person.prompts[0]?.title).toMatch(/ \(only if the browser cannot come back here\)$/);
    await arrive(callbackOf(await startedUrl(flow), { code: "a" }));
    expect((await flow.result).parameters.get("code")).toBe("a");
  });

  it("ends as denied by a pasted address that says so", async () => {
    const deny = (shown: URL) => callbackOf(shown, { error: "access_denied" });
    const flow = await begin({}, { person: typing(false, deny) });
    await expect(flow.result).rejects.toMatchObject({ code: "OAUTH_DENIED" });
    await expectFree(portOf(flow));
  });
});

describe("a callback URL that is not ours to listen on", () => {
  const callbackUrl = "https://example.org/cb";
  const bind: Bind = () => Promise.reject(new Error("it was tried"));

  it("opens the address itself, listens on nothing, and takes what is pasted", async () => {
    const paste = (shown: URL) => callbackOf(shown, { code: "c" });
    const flow = await begin({ callbackUrl }, { bind, person: typing(true, paste) });
    expect(await flow.result).toMatchObject({ redirectUri: callbackUrl, notes: [] });
    expect(shownUrl(flow.person).searchParams.get("redirect_uri")).toBe(callbackUrl);
    expect(flow.clock.pending()).toBe(0);
  });

  it("ends when nobody can be asked", async () => {
    const flow = await begin({ callbackUrl }, { bind, person: createPerson(true, [undefined]) });
    await expect(flow.result).rejects.toMatchObject({ code: "AUTH_ACTION_INPUT" });
    expect(flow.clock.pending()).toBe(0);
  });

  it("ends when the host goes on giving nonsense", async () => {
    const flow = await begin(
      { callbackUrl },
      { bind, person: createPerson(true, Array<string>(50).fill("")) },
    );
    await expect(flow.result).rejects.toMatchObject({ code: "OAUTH_CALLBACK_INVALID" });
    expect(flow.person.prompts).toHaveLength(10);
  });

  it("ends in time, and by cancelling, with the question taken back", async () => {
    const flows = [await begin({ callbackUrl }, { bind }), await begin({ callbackUrl }, { bind })];
    await flows[0]?.clock.advance(300_000);
    await expect(flows[0]?.result).rejects.toMatchObject({
      code: "OAUTH_TIMEOUT",
      details: { redirectUri: callbackUrl },
    });
    flows[1]?.cancel(new Error("cancelled"));
    await expect(flows[1]?.result).rejects.toThrow("cancelled");
    for (const { person, clock } of flows) {
      expect(person.signals.map(({ aborted }) => aborted)).toEqual([true]);
      expect(clock.pending()).toBe(0);
    }
  });
});
