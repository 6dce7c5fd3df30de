// Errors of requests without a reply.

import { describe, expect, it } from "vitest";
import { fault } from "@pictor/kernel";
import { requestFault } from "./exchange-failure.js";

const shown = { method: "GET", url: "https://a.example/" };
const broken = (error: unknown) =>
  requestFault({ kind: "broken", error }, shown, (text) => text.replaceAll("SECRET", "***"));
const withCode = (code: string, message = "words", more = {}) =>
  Object.assign(new Error(message), { code, ...more });

describe("a failed exchange", () => {
  it("keeps reason and code, and hides secrets", () => {
    const failed = broken(Object.assign(withCode("EPROTO", "SECRET came back"), { body: "SECRET" }));
    expect(failed).toMatchObject({
      code: "REQUEST_FAILED",
      details: { ...shown, reason: "*** came back", systemCode: "EPROTO" },
      cause: { message: "*** came back", code: "EPROTO" },
    });
    expect(failed.cause).not.toHaveProperty("body");
  });

  it("that is already a PictorError is returned", () => {
    const named = fault("KERNEL_DISPOSED", {});
    expect(broken(named)).toBe(named);
  });

  it("has OpenSSL's reason without its numbers", () => {
    const message =
      "80ABC:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/x.c:355:\n";
    const failed = broken(
      withCode("ERR_SSL_WRONG_VERSION_NUMBER", message, { reason: "wrong version number" }),
    );
    expect(failed.details["reason"]).toMatch(/^wrong version number; /);
  });

  it.each([
    ["SELF_SIGNED_CERT_IN_CHAIN", "network.ca"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "network.ca"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "network.ca"],
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "network.clientCertificates"],
    ["UND_ERR_BODY_TIMEOUT", "network.idleTimeoutMs"],
  ])("with %s names the setting %s", (code, setting) => {
    expect(broken(withCode(code)).message).toContain(`words; `);
    expect(broken(withCode(code)).message).toContain(`\`${setting}\``);
  });

  it.each(["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG"])(
    "with %s says that the port may be one of http",
    (code) => {
      expect(broken(withCode(code)).message).toContain("the server probably speaks http at this port");
    },
  );

  it.each(["UND_ERR_SOCKET", "ECONNRESET"])("with %s on an http address names https", (code) => {
    const failed = (url: string) =>
      requestFault({ kind: "broken", error: withCode(code) }, { method: "GET", url }, (text) => text);
    expect(failed("http://a.example/").hint).toContain("https://");
    expect(failed("https://a.example/").hint).toMatch(/closed the connection without a reply\.$/);
  });

  it("survives whatever was thrown", () => {
    expect(broken(undefined).details["reason"]).toBe("undefined was thrown");
    expect(broken({ code: 7 }).details["systemCode"]).toBe(undefined);
  });
});
