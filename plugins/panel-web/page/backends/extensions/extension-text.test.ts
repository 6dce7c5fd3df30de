// Extensions as texts.

import { expect, it } from "vitest";
import { extensionState, versionText } from "./extension-text.js";

const extension = { id: "a/b", place: "b", origin: "git", repositories: [], enabled: true } as const;

it.each([
  [{}, "off", "Enabled"],
  [{ loaded: true }, "good", "Loaded"],
  [{ loaded: false }, "warning", "Not loaded"],
  [{ loaded: true, pending: true }, "warning", "Changes after a restart"],
  [{ loaded: false, failure: "no module" }, "error", "Failed to load"],
  [{ enabled: false }, "off", "Disabled"],
  [{ enabled: false, pending: true }, "off", "Disabled after a restart"],
] as const)("%j is %s: %s", (more, tone, text) => {
  expect(extensionState({ ...extension, ...more })).toEqual({ tone, text });
});

it.each([
  [{ version: "1.2.0", commit: "abcdef0123456789" }, "1.2.0"],
  [{ commit: "abcdef0123456789" }, "abcdef0123"],
  [{}, "no version"],
])("the version of %j is %s", (given, text) => {
  expect(versionText(given)).toBe(text);
});
