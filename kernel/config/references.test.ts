// References are resolved, and their values are hidden from then on in every spelling.

import { createTestFolder } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import { createRedactor } from "./redactor.js";
import { fillVariables, type Variables } from "./variables.js";
import { resolveAll, referencesIn, replaceReferences, type ReferenceSource } from "./references.js";

const directory = createTestFolder({
  key: "from-file\r\n",
  marked: "\ufefffrom-file\r\n",
  utf16: Buffer.from("\ufefffrom-file", "utf16le"),
  lines: "one\ntwo\n\n",
});

async function resolve(value: unknown, variables?: Variables) {
  const remembered: string[] = [];
  const source: ReferenceSource = {
    environment: { KEY: "from-env", EMPTY: "", BRACES: "{{host}}" },
    directory,
    addSecret: (secret) => void remembered.push(secret),
    secret: (name) => Promise.resolve(name === "kept" ? "from-store" : undefined),
    token: (profile) => Promise.resolve(`token-of-${profile}`),
  };
  const where = "profiles/p";
  const read = await resolveAll(referencesIn(value, where), source);
  const fill = variables && ((text: string, field: string) => fillVariables(text, variables, field));
  return { resolved: replaceReferences(value, read.values(), where, fill), remembered };
}

describe("a reference", () => {
  it.each<[string, unknown, unknown]>([
    ["to the environment", { $env: "KEY" }, "from-env"],
    ["to a file, without the editor's line end", { $file: "key" }, "from-file"],
    ["to a file with a byte order mark", { $file: "marked" }, "from-file"],
    ["to a file of several lines", { $file: "lines" }, "one\ntwo\n"],
    ["to the secret store", { $secret: "kept" }, "from-store"],
    ["to a profile's token", { $token: "studio" }, "token-of-studio"],
    ["inside objects and lists", { a: [{ b: { $env: "KEY" } }] }, { a: [{ b: "from-env" }] }],
    ["that is none: two keys", { $env: "KEY", more: 1 }, { $env: "KEY", more: 1 }],
    ["that is none: no text", { $env: 5 }, { $env: 5 }],
    ["that is none: a list", ["$env", "KEY"], ["$env", "KEY"]],
  ])("%s", async (_name, value, expected) => {
    expect((await resolve(value)).resolved).toEqual(expected);
  });

  it("is hidden by its value", async () => {
    expect((await resolve({ a: { $env: "KEY" }, b: { $file: "key" } })).remembered).toEqual([
      "from-env",
      "from-file",
    ]);
  });

  it("to a file in UTF-16 names the encoding", async () => {
    await expect(resolve({ $file: "utf16" })).rejects.toMatchObject({
      details: { reason: expect.stringContaining("UTF-16") },
    });
  });

  it.each([
    ["an unset variable", { value: { $env: "NOPE" } }, "profiles/p/value"],
    ["a file that is not there", { list: [{ $file: "nope" }] }, "profiles/p/list/0"],
    ["a name of every object", { $env: "toString" }, "profiles/p"],
    ["a secret that is not kept", { $secret: "nope" }, "profiles/p"],
  ])("to %s names field and reference", async (_name, value, where) => {
    await expect(resolve(value)).rejects.toMatchObject({
      code: "CONFIG_REFERENCE_UNRESOLVED",
      details: { where },
    });
  });
});

describe("a variable", () => {
  const variables: Variables = {
    environment: "dev",
    names: ["host", "brace"],
    values: { host: "dev.example", brace: "{{host}}" },
  };

  it.each<[string, unknown, unknown]>([
    ["alone", "{{host}}", "dev.example"],
    [
      "inside a text, with spaces in its braces",
      "https://{{ host }}/a{{host}}",
      "https://dev.example/adev.example",
    ],
    ["whose value looks like one is not read again", "{{brace}}", "{{host}}"],
    ["inside objects and lists", { a: ["{{host}}"] }, { a: ["dev.example"] }],
    ["that is none: one brace", "{host} {{}} {{a", "{host} {{}} {{a"],
  ])("%s", async (_name, value, expected) => {
    expect((await resolve(value, variables)).resolved).toEqual(expected);
  });

  it("is not filled in inside the value of a reference", async () => {
    const source = { $env: "BRACES" };
    expect((await resolve(source, variables)).resolved).toBe("{{host}}");
  });

  it.each(["{{hots}}", "{{toString}}", "{{__proto__}}"])(
    "%s, unknown, names field, name and environment",
    async (text) => {
      await expect(resolve({ user: text }, variables)).rejects.toMatchObject({
        code: "VARIABLE_UNKNOWN",
        details: { where: "profiles/p/user", variable: text, environment: "dev" },
      });
    },
  );
});

describe("redaction by value", () => {
  const secret = 'p(a)ß/"w\\rd +1!';
  const strict = encodeURIComponent(secret).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const base64 = Buffer.from(secret).toString("base64");

  it.each([
    ["as it is", secret],
    ["percent-encoded", encodeURIComponent(secret)],
    ["percent-encoded as query keys are written", strict],
    ["form-encoded", new URLSearchParams({ a: secret }).toString().slice(2)],
    ["inside JSON", JSON.stringify({ a: secret }).slice(6, -2)],
    ["in base64", base64],
    ["in base64 without padding", base64.replace(/=+$/, "")],
    ["in base64url", Buffer.from(secret).toString("base64url")],
  ])("hides it %s", (_name, spelling) => {
    const redactor = createRedactor();
    redactor.addSecret(secret);
    expect(redactor.text(`before ${spelling} after ${spelling}`)).toBe("before *** after ***");
  });

  it("hides the longer of two overlapping secrets completely", () => {
    const redactor = createRedactor();
    redactor.addSecret("abcd");
    redactor.addSecret("abcdefgh");
    expect(redactor.text("abcdefgh")).toBe("***");
  });

  it("does not hide short values, which occur in ordinary words", () => {
    const redactor = createRedactor();
    redactor.addSecret("a");
    redactor.addSecret("");
    expect(redactor.text("banana")).toBe("banana");
  });

  it("does not interpret a secret as a pattern", () => {
    const redactor = createRedactor();
    redactor.addSecret(".*.*");
    expect(redactor.text("abc .*.*")).toBe("abc ***");
  });

  it.each<[string, (secret: string) => unknown]>([
    ["deep inside", (value) => Array.from({ length: 30 }).reduce((inner: unknown) => ({ inner }), value)],
    ["in a list", (value) => [[value]]],
    ["in an error", (value) => new Error(`failed with ${value}`)],
    ["as a key", (value) => ({ [value]: 1 })],
  ])("hides it in data: %s", (_name, wrap) => {
    const redactor = createRedactor();
    redactor.addSecret("TOP-SECRET");
    expect(JSON.stringify(redactor.data(wrap("TOP-SECRET")))).not.toContain("TOP-SECRET");
  });

  it("survives data that contains itself", () => {
    const data: Record<string, unknown> = { a: "TOP-SECRET" };
    data["self"] = data;
    const redactor = createRedactor();
    redactor.addSecret("TOP-SECRET");
    expect(redactor.data(data)).toMatchObject({ a: "***" });
  });
});

describe("redaction by field", () => {
  it.each([
    "password",
    "clientSecret",
    "Authorization",
    "Set-Cookie",
    "api-key",
    "api_key",
    "apiKey",
    "access_token",
    "passphrase",
  ])("hides the field %s", (name) => {
    expect(createRedactor().data({ [name]: "anything" })).toEqual({ [name]: "***" });
  });

  it.each(["title", "path", "passed", "keyboard", "author"])("shows the field %s", (name) => {
    expect(createRedactor().data({ [name]: "anything" })).toEqual({ [name]: "anything" });
  });

  it("shows that a field is empty", () => {
    expect(createRedactor().data({ password: "" })).toEqual({ password: "" });
  });
});
