// Which configured values an error may repeat.

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { resolveSettings } from "./resolve-settings.js";
import type { SettingsSchema } from "../contract/dialect.js";

const schema: SettingsSchema = {
  type: "object",
  properties: {
    mode: { type: "string", enum: ["fast", "fine"] },
    key: { type: "string", "x-secret": true, minLength: 1, maxLength: 3 },
  },
};
const notAsked = () => Promise.reject(new Error("not asked for"));
const source = {
  references: {
    environment: { KEY: "SECRET" },
    directory: "/",
    addSecret: () => undefined,
    secret: notAsked,
    token: notAsked,
  },
  variables: () => Promise.resolve({ environment: "dev", names: ["key"], values: { key: "SECRET" } }),
  configuredIn: "pictor.json",
};
const refused = async (values: object, origin: "file" | "code"): Promise<unknown> => {
  try {
    return await resolveSettings(schema, values, "here", origin, source);
  } catch (error) {
    return error;
  }
};

describe("a wrong value", () => {
  it.each<[string, object, "file" | "code"]>([
    ["from a reference", { mode: { $env: "KEY" } }, "file"],
    ["from a variable", { mode: "{{key}}" }, "file"],
    ["from a variable, in a secret field", { key: "{{key}}" }, "file"],
    ["given by a program, which may have filled a variable", { mode: "SECRET" }, "code"],
    ["given by a program for a secret field", { key: "SECRET" }, "code"],
  ])("is not repeated: %s", async (_name, values, origin) => {
    const error = await refused(values, origin);
    expect(error).toMatchObject({ code: "SETTINGS_INVALID", details: { found: "a string" } });
    expect(inspect(error)).not.toContain("SECRET");
  });

  it("has a suggestion if it is a key, which is no secret", async () => {
    expect(await refused({ moed: "SECRET" }, "code")).toMatchObject({
      details: { found: 'the unknown key "moed"', suggestion: ' Did you mean "mode"?' },
    });
  });

  it("is called empty, also if it is a secret", async () => {
    const error = await refused({ key: "" }, "code");
    expect(error).toMatchObject({ details: { expected: "a non-empty text", found: "an empty string" } });
  });

  it("is repeated if a file contains it literally", async () => {
    expect(await refused({ mode: "fin" }, "file")).toMatchObject({
      details: { found: 'a string: "fin"', suggestion: ' Did you mean "fine"?' },
    });
  });
});

it.each<[object, string, string]>([
  [{ key: { $evn: "KEY" } }, "here/key", ' Did you mean "$env"?'],
  [{ mode: "fast", more: [{ $flie: "a" }] }, "here/more/0", ' Did you mean "$file"?'],
])("the misspelt reference of %j is named", async (values, where, suggestion) => {
  expect(await refused(values, "file")).toMatchObject({
    code: "SETTINGS_INVALID",
    details: { where, suggestion },
  });
});
