// The signature base string and the signatures: the examples of RFC 5849, and of a service.

import { describe, expect, it } from "vitest";
import { baseString, baseUri, parametersIn, type Parameter } from "./base-string.js";
import { signatureOf, type SignatureKey } from "./signature.js";

const hmac = (consumerSecret: string, tokenSecret = ""): SignatureKey => ({
  method: "HMAC-SHA1",
  consumerSecret,
  tokenSecret,
});
const protocol = (values: Readonly<Record<string, string>>): readonly Parameter[] =>
  Object.entries(values).map(([name, value]) => [`oauth_${name}`, value]);
const sign = (
  key: SignatureKey,
  method: string,
  address: string,
  values: Readonly<Record<string, string>>,
  form = "",
): string => {
  const url = new URL(address);
  const all = [...parametersIn(url.search.slice(1)), ...parametersIn(form), ...protocol(values)];
  return signatureOf(key, baseString(method, url, all));
};

describe("RFC 5849", () => {
  it("section 3.4.1.1: the base string", () => {
    const url = new URL("http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b");
    const own = protocol({
      consumer_key: "9djdj82h48djs9d2",
      token: "kkk9d7dh3k39sjv7",
      signature_method: "HMAC-SHA1",
      timestamp: "137131201",
      nonce: "7d8f3e4a",
      signature: "bYT5CMsGcbgUdFHObYMEfcx6bsw=",
    });
    const all = [...parametersIn(url.search.slice(1)), ...parametersIn("c2&a3=2+q"), ...own];
    expect(baseString("post", url, all)).toBe(
      "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%25" +
        "40%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_m" +
        "ethod%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
    );
  });

  it.each([
    ["http://EXAMPLE.COM:80/r%20v/X?id=123", "http://example.com/r%20v/X"],
    ["https://www.example.net:8080/?q=1", "https://www.example.net:8080/"],
    ["https://example.com:443", "https://example.com/"],
  ])("section 3.4.1.2: the base address of %s", (address, expected) => {
    expect(baseUri(new URL(address))).toBe(expected);
  });

  const client = { consumer_key: "dpf43f3p2l4k3l03", signature_method: "HMAC-SHA1" };
  it.each<[string, SignatureKey, string, string, Record<string, string>, string]>([
    [
      ...(["temporary credentials", hmac("kd94hf93k423kf44"), "POST"] as const),
      "https://photos.example.net/initiate",
      { timestamp: "137131200", nonce: "wIjqoS", callback: "http://printer.example.com/ready" },
      "74KNZJeDHnMBp0EMJ9ZHt/XKycU=",
    ],
    [
      ...(["a token", hmac("kd94hf93k423kf44", "hdhd0244k9j7ao03"), "POST"] as const),
      "https://photos.example.net/token",
      { token: "hh5s93j4hdidpola", timestamp: "137131201", nonce: "walatlh", verifier: "hfdp7dh39dks9884" },
      "gKgrFCywp7rO0OXSjdot/IHF7IU=",
    ],
    [
      ...(["a photo", hmac("kd94hf93k423kf44", "pfkkdhi9sl3r4s00"), "GET"] as const),
      "http://photos.example.net/photos?file=vacation.jpg&size=original",
      { token: "nnch734d00sl2jdk", timestamp: "137131202", nonce: "chapoH" },
      "MdpQcU8iPSUjWoN/UDMsK2sui9I=",
    ],
  ])("section 1.2: the request for %s", (_what, key, method, address, values, expected) => {
    expect(sign(key, method, address, { ...client, ...values })).toBe(expected);
  });
});

it("the example of the documentation of Twitter, with a form in the body", () => {
  const key = hmac(
    "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
    "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE",
  );
  const values = {
    consumer_key: "xvz1evFS4wEEPTGEFPHBog",
    nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg",
    token: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb",
    signature_method: "HMAC-SHA1",
    timestamp: "1318622958",
    version: "1.0",
  };
  const form = "status=Hello%20Ladies%20%2b%20Gentlemen%2c%20a%20signed%20OAuth%20request%21";
  const address = "https://api.twitter.com/1.1/statuses/update.json?include_entities=true";
  expect(sign(key, "POST", address, values, form)).toBe("hCtSmYh+iHYCEqBWrE7C7hYmtUk=");
});

it("PLAINTEXT is the encoded secrets (RFC 5849 section 3.4.4)", () => {
  const key = { method: "PLAINTEXT", consumerSecret: "djr9rjt0jd78jf88", tokenSecret: "a&b c" } as const;
  expect(signatureOf(key, "")).toBe("djr9rjt0jd78jf88&a%26b%20c");
});
