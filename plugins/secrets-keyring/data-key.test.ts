// Tests of the data key in the keyring.

import { describe, expect, it } from "vitest";
import { fakeKeyring } from "./testing/fake-keyring.js";
import { importKeyring, openDataKey } from "./data-key.js";

const reasonOfOpening = (opening: Promise<unknown>): Promise<string> =>
  opening.then(
    () => "none",
    (error: unknown) => {
      expect(error).toMatchObject({ code: "SECRETS_UNAVAILABLE", details: { store: "keyring" } });
      return String((error as { details: { reason: unknown } }).details.reason);
    },
  );
const rejecting = (error: unknown) => () => Promise.reject(error);

describe("opening", () => {
  it("reads the keyring once, and writes nothing", async () => {
    const keyring = fakeKeyring();
    await openDataKey(() => Promise.resolve(keyring.module));
    expect(keyring.calls).toEqual(["read"]);
  });

  it("selects the store that survives a reboot on Linux", async () => {
    const keyring = fakeKeyring();
    await openDataKey(() => Promise.resolve(keyring.module));
    expect(keyring.pins).toEqual([{ linux: { store: "secret-service" } }]);
  });

  it("without the package explains how to install it", async () => {
    const absent = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    expect(await reasonOfOpening(openDataKey(rejecting(absent)))).toContain("npm install @napi-rs/keyring");
  });

  it("with a package that does not support this machine says so", async () => {
    const broken = new Error("Cannot find native binding");
    expect(await reasonOfOpening(openDataKey(rejecting(broken)))).toMatch(/cannot be loaded on this machine/);
  });

  it("without a keyring repeats the message of the system", async () => {
    const keyring = fakeKeyring();
    keyring.fault = "Couldn't access platform storage: AccessDenied";
    const reason = await reasonOfOpening(openDataKey(() => Promise.resolve(keyring.module)));
    expect(reason).toMatch(/keyring of the operating system.*AccessDenied/);
  });

  it("refuses an entry that is not a key, and does not show it", async () => {
    const keyring = fakeKeyring();
    keyring.entries.set("pictor/data key", "bXkgcGFzc3dvcmQ=");
    const reason = await reasonOfOpening(openDataKey(() => Promise.resolve(keyring.module)));
    expect(reason).toBe("the keyring has another value in place of the store's key");
  });
});

it("the package on this machine can be used, or is refused with a reason", async () => {
  const reason = await reasonOfOpening(openDataKey(importKeyring));
  expect(reason).toMatch(/^none$|npm install|cannot be (loaded|used)/);
});
