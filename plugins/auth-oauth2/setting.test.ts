// In a configuration file, the values of extra headers and parameters must be references to secrets.

import { createTestPictor } from "@pictor/host/testing";
import { describe, expect, it, onTestFinished } from "vitest";

const list = (value: unknown) => [{ name: "x-key", value }];

/** The status of a profile with these fields in the configuration file. */
async function statusOf(changed: object) {
  const fields = { grantType: "client_credentials", tokenUrl: "https://id.example/token", clientId: "c" };
  const { pictor, dispose } = await createTestPictor({
    plugins: [import.meta.dirname],
    configuration: {
      profiles: { work: { type: "oauth2", schemes: { oauth2: { ...fields, ...changed } } } },
    },
  });
  onTestFinished(dispose);
  await pictor.secrets.set("key", "s3cr3t");
  return (await pictor.profiles.view("work")).status;
}

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
