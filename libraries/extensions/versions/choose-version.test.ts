// What version a wish means among those that there are.

import { describe, expect, it } from "vitest";
import { chooseVersion, isWanted, noVersionFault, requireRange } from "./choose-version.js";

const versions = ["2.0.0-rc.1", "1.10.0", "v1.9", "1.2.3", "1.2.0", "2024.05.01"];

it.each([
  ["*", undefined, "1.10.0"],
  ["<1.10.0", undefined, "v1.9"],
  [">=3.0.0", undefined, undefined],
  ["*", "1.9.0", "v1.9"],
  ["*", "1.2", "1.2.0"],
  ["*", "2024.05.01", "2024.05.01"],
  ["*", "1.3.0", undefined],
])("of %s, exactly %s, it is %s", (range, version, chosen) => {
  expect(chooseVersion(versions, { range, ...(version !== undefined && { version }) })).toBe(chosen);
});

it.each([
  [">=1.0.0", undefined, "1.2.0", true],
  [">=1.0.0", undefined, "0.9.0", false],
  [">=1.0.0", undefined, undefined, false],
  ["*", undefined, undefined, true],
  ["*", "v1.2", "1.2.0", true],
  ["*", "1.2", "1.2.5", false],
  ["*", "1.2", undefined, false],
])("of %s, exactly %s, the version %s is wanted: %s", (range, version, found, is) => {
  expect(isWanted({ range, ...(version !== undefined && { version }) }, found)).toBe(is);
});

describe("the error", () => {
  it.each([
    [versions, "1.10.0, v1.9, 1.2.3, 1.2.0, 2.0.0-rc.1 and older ones"],
    [["2024.05.01", "1.0.0"], "1.0.0, 2024.05.01"],
    [[], "none"],
  ])("of %j shows %s", (found, shown) => {
    const fault = noVersionFault("acme", { range: ">=3.0.0" }, found);
    expect(fault).toMatchObject({
      code: "EXTENSION_NO_VERSION",
      details: { range: ">=3.0.0", found: shown },
    });
  });

  it("shows the exact version, and why none is listed", () => {
    const fault = noVersionFault("acme", { range: "*", version: "v3.0" }, [], "no list");
    expect(fault.details).toMatchObject({ range: "3.0.0", found: "no list" });
  });

  it("of a range that npm does not know names it", () => {
    expect(() => requireRange({ id: "acme", range: "~=1.2" })).toThrow(/"~=1\.2"/);
    expect(() => requireRange({ id: "acme", range: "^1.2.0" })).not.toThrow();
  });
});
