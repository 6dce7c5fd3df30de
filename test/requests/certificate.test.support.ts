// Creates a certificate for the loopback address in each run, so that no key is in the repository and none expires.

import { generateKeyPairSync, sign } from "node:crypto";

/** Encodes a value in DER (X.690 section 8.1): tag, length, content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
const bits = (content: Uint8Array): Buffer => der(0x03, Buffer.from([0]), content);

const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"));
const commonName = sequence(
  der(0x31, sequence(identifier("550403"), der(0x0c, Buffer.from("loopback for tests")))),
);
const validity = sequence(der(0x17, Buffer.from("000101000000Z")), der(0x18, Buffer.from("20991231235959Z")));
/** subjectAltName (RFC 5280 section 4.2.1.6): localhost and 127.0.0.1. */
const names = sequence(
  identifier("551d11"),
  der(0x04, sequence(der(0x82, Buffer.from("localhost")), der(0x87, Buffer.from([127, 0, 0, 1])))),
);

/** A self-signed certificate and its key, in PEM (RFC 5280 section 4.1). */
export function createCertificate(): { readonly cert: string; readonly key: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    commonName,
    validity,
    commonName,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(names)),
  );
  const whole = sequence(content, ecdsaWithSha256, bits(sign("sha256", content, privateKey)));
  const lines = whole.toString("base64").replace(/(.{64})/g, "$1\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
}
