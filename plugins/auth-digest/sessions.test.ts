// Which nonce signs which request: by account, realm and address, counted, renewed, given up.

import { describe, expect, it } from "vitest";
import { parseChallenges } from "./challenges.js";
import { chooseOffer, type Offer } from "./offer.js";
import { createSessions } from "./sessions.js";

const offer = (nonce: string, more = ""): Offer =>
  chooseOffer(parseChallenges(`Digest qop=auth, nonce=${nonce}${more}`))!;
const url = (path: string) => new URL(path, "https://h/");

function lab() {
  let made = 0;
  const sessions = createSessions(() => `c${++made}`);
  return {
    ...sessions,
    nonceFor: (path: string, account = "a") => sessions.ahead(account, url(path))?.offer.nonce,
  };
}

describe("before it is asked, a request is signed", () => {
  it("not at all without an earlier answer", () => {
    expect(lab().nonceFor("/")).toBeUndefined();
  });

  it("with the nonce of its own account", () => {
    const { answer, nonceFor } = lab();
    answer("a", offer("n1"), "1");
    answer("b", offer("n2"), "2");
    expect([nonceFor("/x"), nonceFor("/x", "b"), nonceFor("/x", "c")]).toEqual(["n1", "n2", undefined]);
  });

  it("with the newest nonce of the realm, or of any", () => {
    const { answer, nonceFor } = lab();
    answer("a", offer("n1", ", realm=x"), "1");
    answer("a", offer("n2", ", realm=x"), "2");
    answer("a", offer("n3", ", realm=y"), "3");
    expect(nonceFor("/")).toBe("n3");
    answer("a", offer("n4", ", realm=x"), "4");
    expect(nonceFor("/")).toBe("n4");
  });

  it.each([
    ["/a/b", "n1"],
    ["/b?q", "n2"],
    ["/c", undefined],
  ])("only below the addresses that the server names: %s", (path, nonce) => {
    const { answer, nonceFor } = lab();
    answer("a", offer("n1", ', realm=x, domain="/a/ https://other/c"'), "1");
    answer("a", offer("n2", ', realm=y, domain="https://h/b http://[broken"'), "2");
    expect(nonceFor(path)).toBe(nonce);
  });
});

describe("an answer", () => {
  it("counts on with one cnonce, also when the same nonce is offered again", () => {
    const { answer, ahead } = lab();
    const first = answer("a", offer("n"), "1");
    expect([first?.cnonce, first?.next("1")]).toEqual(["c1", 1]);
    expect(ahead("a", url("/"))?.next("2")).toBe(2);
    const again = answer("a", offer("n"), "3");
    expect([again?.cnonce, again?.next("3")]).toEqual(["c1", 3]);
  });

  it("counts anew with a new nonce", () => {
    const { answer } = lab();
    answer("a", offer("n1"), "1")?.next("1");
    const renewed = answer("a", offer("n2"), "2");
    expect([renewed?.cnonce, renewed?.next("2")]).toEqual(["c2", 1]);
  });

  it("is given again when only the nonce was stale", () => {
    const { answer, nonceFor } = lab();
    answer("a", offer("n1"), "1")?.next("1");
    expect(answer("a", offer("n2", ", stale=true"), "1")?.offer.nonce).toBe("n2");
    expect(nonceFor("/")).toBe("n2");
  });

  it("is not given twice to one request, and from then on the server is asked first", () => {
    const { answer, nonceFor } = lab();
    answer("a", offer("n1"), "1")?.next("1");
    expect([answer("a", offer("n2"), "1"), nonceFor("/")]).toEqual([undefined, undefined]);
    expect([answer("a", offer("n3"), "2")?.offer.nonce, nonceFor("/")]).toEqual(["n3", undefined]);
  });

  it("is given to a request of another realm that was signed for the first one", () => {
    const { answer } = lab();
    answer("a", offer("n1", ", realm=x"), "1")?.next("1");
    expect(answer("a", offer("n2", ", realm=y"), "1")?.offer.nonce).toBe("n2");
  });
});

it("a server that names a new realm each time fills no memory: the oldest are forgotten", () => {
  const { answer, nonceFor } = lab();
  const realm = (index: number) => offer(`n${index}`, `, realm=${index}, domain="/${index}/"`);
  for (let index = 0; index < 20; index++) answer("a", realm(index), String(index));
  expect([nonceFor("/3/"), nonceFor("/4/"), nonceFor("/19/")]).toEqual([undefined, "n4", "n19"]);
});
