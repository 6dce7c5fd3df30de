// Certificates and keys as people paste them: recognized where their meaning is certain, named otherwise.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { certificateFileOf, labelsIn } from "./pem.js";

const bytesOf = (name: string) => readFileSync(join(import.meta.dirname, "fixtures", name));
const [pem = ""] =
  /-----BEGIN.*-----END CERTIFICATE-----/s.exec(bytesOf("client.test.pem").toString("utf8")) ?? [];
const read = (text: string) => certificateFileOf(Buffer.from(text));

describe("PEM is read", () => {
  it.each([
    ["as it is", pem],
    ["with CR LF", pem.replaceAll("\n", "\r\n")],
    ["with a byte order mark", `\ufeff${pem}`],
    ["with literal \\n", pem.replaceAll("\n", "\\n")],
    ["with literal \\r\\n", pem.replaceAll("\n", "\\r\\n")],
    ["in quotes", `"${pem.replaceAll("\n", "\\n")}"`],
    ["with spaces in place of its lines", pem.replaceAll("\n", " ")],
    ["as base64 of the whole", Buffer.from(pem).toString("base64")],
    ["as base64 in lines", Buffer.from(pem).toString("base64").replace(/.{76}/g, "$&\n")],
  ])("%s", (_case, text) => {
    expect(read(text)).toMatchObject({ kind: "pem", text: expect.stringContaining(pem) });
  });
  it("with headers, as it is", () => {
    const legacy =
      "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----";
    expect(read(legacy)).toEqual({ kind: "pem", text: `${legacy}\n` });
  });
  it("and its blocks are named", () => {
    expect(labelsIn(pem)).toBe("CERTIFICATE");
    expect(labelsIn("nothing here")).toBe("nothing");
  });
});

it("PKCS #12 is recognized", () => {
  expect(certificateFileOf(bytesOf("client.test.p12"))).toMatchObject({ kind: "pfx" });
});

it.each([
  ["nothing", Buffer.alloc(0), "nothing"],
  ["another text", Buffer.from("hello"), "neither PEM nor PKCS #12"],
  ["a cut PEM", Buffer.from(pem.slice(0, -20)), "PEM whose end is missing"],
  ["DER", Buffer.from([0x30, 0x82, 1, 1, 0x30, 0x82]), "DER: convert it"],
])("%s is named", (_case, bytes, found) => {
  expect(certificateFileOf(bytes)).toMatchObject({ kind: "other", found: expect.stringContaining(found) });
});
