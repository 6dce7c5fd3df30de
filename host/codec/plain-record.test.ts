// Records for programs, with secrets redacted.

import { describe, expect, it } from "vitest";
import { plainRecord } from "./plain-record.js";

const redact = (text: string): string => text.replaceAll(/result|http|ready|INTERNAL/g, "***");

describe("a record", () => {
  it("keeps the values that programs depend on, even if a secret equals one", () => {
    const record = {
      type: "result",
      status: "http",
      exitCode: 0,
      profile: { result: 1, status: { state: "ready" } },
      notes: [{ code: "INTERNAL", message: "a result" }],
    };
    expect(plainRecord(record, redact)).toEqual({
      ...record,
      notes: [{ code: "INTERNAL", message: "a ***" }],
    });
  });

  it("keeps the code of an error", () => {
    const fields = { code: "INTERNAL", what: "no http", hint: "", details: { code: "http" } };
    expect(plainRecord({ error: Object.assign(new Error(), fields) }, redact)).toEqual({
      error: { ...fields, what: "no ***", details: { code: "***" } },
    });
  });

  it.each(["headers", "schemes", "settings"])("redacts entries with the same names below %s", (name) => {
    const record = { [name]: { code: "result", inner: [{ state: "ready", count: 1 }] } };
    expect(plainRecord(record, redact)).toEqual({
      [name]: { code: "***", inner: [{ state: "***", count: 1 }] },
    });
  });

  it("redacts everything else", () => {
    expect(plainRecord({ status: { text: "result" }, type: ["result"] }, redact)).toEqual({
      status: { text: "***" },
      type: ["***"],
    });
  });
});
