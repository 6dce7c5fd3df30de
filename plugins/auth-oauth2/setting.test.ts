// What a configuration file may hold of a setting: values of extra headers and parameters are secrets.

import { createTestKernel } from "@pictor/kernel/testing";
import { describe, expect, it, onTestFinished } from "vitest";

const list = (value: unknown) => [{ name: "x-key", value }];

/** The status of a profile whose file holds these fields. */
async function statusOf(changed: object) {
  const fields = { grantType: "client_credentials", tokenUrl: "https://id.example/token", clientId: "c" };
  const { kernel, dispose } = await createTestKernel({
    plugins: [import.meta.dirname],
    configuration: {
      profiles: { work: { type: "oauth2", schemes: { oauth2: { ...fields, ...changed } } } },
    },
  });
  onTestFinished(dispose);
  await kernel.secrets.set("key", "s3cr3t");
  return (await kernel.profiles.view("work")).status;
}

describe.each(["tokenHeaders", "tokenParameters"])("%s in a file", (name) => {
  it("may refer to a secret", async () => {
    expect(await statusOf({ [name]: list({ $secret: "key" }) })).toMatchObject({ state: "signed-out" });
  });

  it("may not hold one, and the refusal does not repeat it", async () => {
    const seen = await statusOf({ [name]: list("inline-s3cr3t") }).catch((error: unknown) => error);
    expect(JSON.stringify(seen)).toContain(`${name}/0/value`);
    expect(JSON.stringify(seen)).not.toContain("inline-s3cr3t");
  });
});
