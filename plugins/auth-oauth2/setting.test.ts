// Extra headers and parameters in a configuration file: secrets are references, and protected names are refused.

import { createTestPictor } from "@pictor/host/testing";
import { describe, expect, it, onTestFinished } from "vitest";

const list = (value: unknown) => [{ name: "x-key", value }];

/** A kernel with a profile `work` with these fields in the configuration file. */
async function open(changed: object) {
  const fields = { grantType: "client_credentials", tokenUrl: "https://id.example/token", clientId: "c" };
  const { pictor, dispose } = await createTestPictor({
    plugins: [import.meta.dirname],
    configuration: { profiles: { work: { type: "oauth2", schemes: { oauth2: { ...fields, ...changed } } } } },
  });
  onTestFinished(dispose);
  await pictor.secrets.set("key", "s3cr3t");
  return pictor;
}
const statusOf = async (changed: object) => (await (await open(changed)).profiles.view("work")).status;

describe.each(["tokenHeaders", "tokenParameters"])("%s in a configuration file", (name) => {
  it("may contain a reference to a secret", async () => {
    expect(await statusOf({ [name]: list({ $secret: "key" }) })).toMatchObject({ state: "signed-out" });
  });

  it("must not contain the secret, and the error does not repeat it", async () => {
    const error = await statusOf({ [name]: list("inline-s3cr3t") }).catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error)).toContain(`${name}/0/value`);
    expect(JSON.stringify(error)).not.toContain("inline-s3cr3t");
  });
});

describe.each([
  ["authorizationParameters", "state"],
  ["authorizationParameters", "code_challenge"],
  ["tokenParameters", "client_secret"],
  ["tokenParameters", "code"],
])("an entry of %s that is named %s", (field, name) => {
  const value = field === "tokenParameters" ? { $secret: "key" } : "x";
  const entries = [
    { name: "x-key", value },
    { name, value },
  ];

  it("is refused when the profile is saved", async () => {
    const { profiles } = await open({});
    const profile = { type: "oauth2", schemes: { oauth2: { [field]: entries } } };
    await expect(profiles.save("other", profile)).rejects.toMatchObject({
      code: "SETTINGS_INVALID",
      message: expect.stringMatching(`${field}/1/name: .*none of .*"${name}".*, found a string: "${name}"`),
    });
    expect(profiles.names()).toEqual(["work"]);
  });

  it("makes a profile of a file unusable, which tells why", async () => {
    expect(await statusOf({ [field]: entries })).toMatchObject({
      state: "missing",
      notes: [expect.stringMatching(`none of .*"${name}"`)],
    });
  });
});
