// Which nonce signs which request, by account, realm and URL; how nonces are counted, renewed and given up.

import { parseChallenges } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { chooseChallenge, type DigestChallenge } from "./digest-challenge.js";
import { createSessions } from "./sessions.js";

const challenge = (nonce: string, more = ""): DigestChallenge =>
  chooseChallenge(parseChallenges(`Digest qop=auth, nonce=${nonce}${more}`))!;
const url = (path: string) => new URL(path, "https://h/");

function testSessions() {
  let made = 0;
  const sessions = createSessions(() => `c${++made}`);
  return {
    ...sessions,
    nonceFor: (path: string, account = "a") => sessions.preemptive(account, url(path))?.challenge.nonce,
  };
}

describe("before a challenge, a request is signed", () => {
  it("only if there was an earlier challenge", () => {
    expect(testSessions().nonceFor("/")).toBeUndefined();
  });

  it("with the nonce of the same account", () => {
    const { challenged, nonceFor } = testSessions();
    challenged("a", challenge("n1"), "1");
    challenged("b", challenge("n2"), "2");
    expect([nonceFor("/x"), nonceFor("/x", "b"), nonceFor("/x", "c")]).toEqual(["n1", "n2", undefined]);
  });

  it("with the newest nonce, of whatever realm", () => {
    const { challenged, nonceFor } = testSessions();
    challenged("a", challenge("n1", ", realm=x"), "1");
    challenged("a", challenge("n2", ", realm=x"), "2");
    challenged("a", challenge("n3", ", realm=y"), "3");
    expect(nonceFor("/")).toBe("n3");
    challenged("a", challenge("n4", ", realm=x"), "4");
    expect(nonceFor("/")).toBe("n4");
  });

  it.each([
    ["/a/b", "n1"],
    ["/b?q", "n2"],
    ["/c", undefined],
  ])("only below the URLs in the challenge: %s", (path, nonce) => {
    const { challenged, nonceFor } = testSessions();
    challenged("a", challenge("n1", ', realm=x, domain="/a/ https://other/c"'), "1");
    challenged("a", challenge("n2", ', realm=y, domain="https://h/b http://[broken"'), "2");
    expect(nonceFor(path)).toBe(nonce);
  });
});

describe("the session of a challenged request", () => {
  it("continues with the same cnonce and count if the nonce is the same", () => {
    const { challenged, preemptive } = testSessions();
    const first = challenged("a", challenge("n"), "1");
    expect([first?.cnonce, first?.nextCount("1")]).toEqual(["c1", 1]);
    expect(preemptive("a", url("/"))?.nextCount("2")).toBe(2);
    const again = challenged("a", challenge("n"), "3");
    expect([again?.cnonce, again?.nextCount("3")]).toEqual(["c1", 3]);
  });

  it("starts a new count with a new nonce", () => {
    const { challenged } = testSessions();
    challenged("a", challenge("n1"), "1")?.nextCount("1");
    const renewed = challenged("a", challenge("n2"), "2");
    expect([renewed?.cnonce, renewed?.nextCount("2")]).toEqual(["c2", 1]);
  });

  it("is renewed if only the nonce was stale", () => {
    const { challenged, nonceFor } = testSessions();
    challenged("a", challenge("n1"), "1")?.nextCount("1");
    expect(challenged("a", challenge("n2", ", stale=true"), "1")?.challenge.nonce).toBe("n2");
    expect(nonceFor("/")).toBe("n2");
  });

  it("is missing for the second challenge of a request, and later requests are not signed preemptively", () => {
    const { challenged, nonceFor } = testSessions();
    challenged("a", challenge("n1"), "1")?.nextCount("1");
    expect([challenged("a", challenge("n2"), "1"), nonceFor("/")]).toEqual([undefined, undefined]);
    expect([challenged("a", challenge("n3"), "2")?.challenge.nonce, nonceFor("/")]).toEqual([
      "n3",
      undefined,
    ]);
  });

  it("exists for a request that was signed for another realm", () => {
    const { challenged } = testSessions();
    challenged("a", challenge("n1", ", realm=x"), "1")?.nextCount("1");
    expect(challenged("a", challenge("n2", ", realm=y"), "1")?.challenge.nonce).toBe("n2");
  });
});

it("of the realms of a server, the oldest are forgotten", () => {
  const { challenged, nonceFor } = testSessions();
  const realm = (index: number) => challenge(`n${index}`, `, realm=${index}, domain="/${index}/"`);
  for (let index = 0; index < 20; index++) challenged("a", realm(index), String(index));
  expect([nonceFor("/3/"), nonceFor("/4/"), nonceFor("/19/")]).toEqual([undefined, "n4", "n19"]);
});
