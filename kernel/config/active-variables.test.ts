// The active environment: only what is used is read, and what is missing stops nobody else.

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

it("a value that nobody uses is not read, and may be missing", async () => {
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

it("one that is used and missing is named", async () => {
  await expect(variables("{{key}}")).rejects.toMatchObject({
    code: "CONFIG_REFERENCE_UNRESOLVED",
    details: { where: "environments/staging/key" },
  });
});

it("an environment that is not there is refused, whatever is used", async () => {
  await expect(
    activeVariables({ ...configuration, environment: "stagin" }, source)([]),
  ).rejects.toMatchObject({
    code: "ENVIRONMENT_UNKNOWN",
    details: { suggestion: ' Did you mean "staging"?' },
  });
});
