// Variables of the active environment: only those that are used are resolved.

import { expect, it } from "vitest";
import { activeVariables } from "./active-variables.js";

const configuration = {
  environment: "staging",
  environments: {
    staging: { host: "staging.example.org", key: { $env: "UNSET" }, token: { $secret: "token" } },
  },
};
const asked: string[] = [];
const source = {
  environment: {},
  directory: "/",
  addSecret: () => undefined,
  secret: (name: string) => {
    asked.push(name);
    return Promise.resolve("s3cret");
  },
  token: () => Promise.reject(new Error("not asked for")),
};
const variables = activeVariables(configuration, source);

it("a value that is not used is not resolved, and may be missing", async () => {
  const names = ["host", "key", "token"];
  expect(await variables(["https://{{host}}/", undefined])).toEqual({
    environment: "staging",
    names,
    values: { host: "staging.example.org" },
  });
  expect(await variables([])).toEqual({ environment: "staging", names, values: {} });
  expect(asked).toEqual([]);
  expect(await variables({ nested: ["{{ token }}"] })).toMatchObject({ values: { token: "s3cret" } });
});

it("a missing value that is used is named", async () => {
  await expect(variables("{{key}}")).rejects.toMatchObject({
    code: "CONFIG_REFERENCE_UNRESOLVED",
    details: { where: "environments/staging/key" },
  });
});

it("an unknown environment is refused, whatever is used", async () => {
  await expect(
    activeVariables({ ...configuration, environment: "stagin" }, source)([]),
  ).rejects.toMatchObject({
    code: "ENVIRONMENT_UNKNOWN",
    details: { suggestion: ' Did you mean "staging"?' },
  });
});
