// Why an answer ends the flow: the provider's errors, and answers of another provider.

import { describe, expect, it } from "vitest";
import { issuerRefusal, refusal } from "./refusal.js";

const authorizationUrl = "https://provider.example/tenant/authorize?x=1";
const redirectUri = "http://localhost:4000/callback";
const refused = (error: string, description = "", scopes = "openid") =>
  refusal(
    { kind: "error", error, description, issuer: undefined },
    { authorizationUrl, redirectUri, scopes },
  );

describe("an error of the provider", () => {
  it("means denied when it is access_denied", () => {
    expect(refused("access_denied")).toMatchObject({ code: "OAUTH_DENIED", what: "The sign-in was denied." });
    expect(refused("access_denied", "Not today").what).toBe("The sign-in was denied (Not today).");
  });

  it("tells a usual cause where the provider gives none and no scope was asked for", () => {
    expect(refused("access_denied", "", " ").what).toBe(
      "The sign-in was denied. Some providers deny a sign-in that asks for no scope: set scopes.",
    );
    expect(refused("access_denied", "Not today", "").what).toBe("The sign-in was denied (Not today).");
  });

  it.each([
    ["invalid_scope", "scopes"],
    ["temporarily_unavailable", "later"],
    ["unauthorized_client", "grant"],
    ["unsupported_response_type", "grant"],
    ["interaction_required", "prompt=none"],
    ["x_custom-code.9", "setting"],
    ["constructor", "setting"],
  ])("keeps the code %s, with advice and the redirect URI", (error, advice) => {
    const fault = refused(error, "because");
    expect(fault).toMatchObject({ code: "OAUTH_REFUSED", details: { error, redirectUri } });
    expect(fault.what).toBe(`https://provider.example/tenant/authorize refused: ${error} (because).`);
    expect(fault.hint).toContain(advice);
    expect(fault.hint).toContain(redirectUri);
  });
});

describe("the issuer of an answer (RFC 9207)", () => {
  const check = (found: string | undefined, issuer: string, isAnnounced = false) =>
    issuerRefusal(found, { issuer, authorizationUrl, isAnnounced })?.code;

  it.each([
    ["as expected", "https://provider.example/a", "https://provider.example/a"],
    ["on the origin of the authorization URL, while none is known", "https://provider.example/a", ""],
    ["not named, and not announced", undefined, "https://provider.example/a"],
  ])("is accepted %s", (_situation, found, issuer) => {
    expect(check(found, issuer)).toBeUndefined();
  });

  it.each([
    ["another one", "https://evil.example", "https://provider.example"],
    ["one with a slash more", "https://provider.example/", "https://provider.example"],
    ["one in another spelling", "https://PROVIDER.example", "https://provider.example"],
    ["another origin, while none is known", "https://evil.example", ""],
    ["no address, while none is known", "provider", ""],
  ])("is refused: %s", (_situation, found, issuer) => {
    expect(check(found, issuer)).toBe("OAUTH_ISSUER_MISMATCH");
  });

  it("is refused when it was announced and is missing", () => {
    expect(check(undefined, "https://provider.example", true)).toBe("OAUTH_CALLBACK_INVALID");
  });

  it("is repeated in ASCII, and not at any length", () => {
    const fault = issuerRefusal(`\u001b[31m${"x".repeat(900)}`, {
      issuer: "i",
      authorizationUrl,
      isAnnounced: false,
    });
    expect(fault?.details["found"]).toMatch(/^\?\[31mx{195}$/);
  });
});
