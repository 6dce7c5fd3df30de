// The signature base string and the signatures: the examples of RFC 5849, of the OAuth community's test cases, and of a service.

import { createPrivateKey } from "node:crypto";
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

describe("the test cases of the OAuth community", () => {
  const values = { consumer_key: "dpf43f3p2l4k3l03", version: "1.0" };

  it("HMAC-SHA1", () => {
    const more = { token: "nnch734d00sl2jdk", nonce: "kllo9940pd9333jh", timestamp: "1191242096" };
    const address = "http://photos.example.net/photos?file=vacation.jpg&size=original";
    const all = { ...values, ...more, signature_method: "HMAC-SHA1" };
    expect(sign(hmac("kd94hf93k423kf44", "pfkkdhi9sl3r4s00"), "GET", address, all)).toBe(
      "tR3+Ty81lMeYAr/Fid0kMTYa/WM=",
    );
  });

  it("RSA-SHA1", () => {
    // The published key of these test cases.
    const key = [
      "MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBALRiMLAh9iimur8V",
      "A7qVvdqxevEuUkW4K+2KdMXmnQbG9Aa7k7eBjK1S+0LYmVjPKlJGNXHDGuy5Fw/d",
      "7rjVJ0BLB+ubPK8iA/Tw3hLQgXMRRGRXXCn8ikfuQfjUS1uZSatdLB81mydBETlJ",
      "hI6GH4twrbDJCR2Bwy/XWXgqgGRzAgMBAAECgYBYWVtleUzavkbrPjy0T5FMou8H",
      "X9u2AC2ry8vD/l7cqedtwMPp9k7TubgNFo+NGvKsl2ynyprOZR1xjQ7WgrgVB+mm",
      "uScOM/5HVceFuGRDhYTCObE+y1kxRloNYXnx3ei1zbeYLPCHdhxRYW7T0qcynNmw",
      "rn05/KO2RLjgQNalsQJBANeA3Q4Nugqy4QBUCEC09SqylT2K9FrrItqL2QKc9v0Z",
      "zO2uwllCbg0dwpVuYPYXYvikNHHg+aCWF+VXsb9rpPsCQQDWR9TT4ORdzoj+Nccn",
      "qkMsDmzt0EfNaAOwHOmVJ2RVBspPcxt5iN4HI7HNeG6U5YsFBb+/GZbgfBT3kpNG",
      "WPTpAkBI+gFhjfJvRw38n3g/+UeAkwMI2TJQS4n8+hid0uus3/zOjDySH3XHCUno",
      "cn1xOJAyZODBo47E+67R4jV1/gzbAkEAklJaspRPXP877NssM5nAZMU0/O/NGCZ+",
      "3jPgDUno6WbJn5cqm8MqWhW1xGkImgRk+fkDBquiq4gPiT898jusgQJAd5Zrr6Q8",
      "AO/0isr/3aa6O6NLQxISLKcPDk2NOccAfS/xOtfOz4sJYM3+Bs4Io9+dZGSDCA54",
      "Lw03eHTNQghS0A==",
    ].join("");
    const privateKey = createPrivateKey({ key: Buffer.from(key, "base64"), format: "der", type: "pkcs8" });
    const address = "http://photos.example.net/photos?file=vacaction.jpg&size=original";
    const more = { nonce: "13917289812797014437", timestamp: "1196666512", signature_method: "RSA-SHA1" };
    expect(sign({ method: "RSA-SHA1", privateKey }, "GET", address, { ...values, ...more })).toBe(
      "jvTp/wX1TYtByB1m+Pbyo0lnCOLIsyGCH7wke8AUs3BpnwZJtAuEJkvQL2/9n4s5wUmUl4aCI4BwpraNx4RtEXMe5qg5T1LVTGliMRpK" +
        "asKsW//e+RinhejgCuzoH26dyF8iY2ZZ/5D1ilgeijhV/vBka5twt399mXwaYdCwFYE=",
    );
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
