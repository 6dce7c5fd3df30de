// The form of a backend as a record.

import { expect, it } from "vitest";
import {
  acceptBackendDraft,
  draftOf,
  emptyBackendDraft,
  secretName,
  settingsOf,
  withValues,
} from "./backend-draft.js";

it("settings become a draft, and the draft the same settings", () => {
  const settings = { kind: "managed", auth: "login", launch: { port: 9000 } };
  const draft = draftOf("studio", settings);
  expect(draft).toEqual({
    name: "studio",
    kind: "managed",
    auth: "login",
    values: { managed: { launch: { port: 9000 } } },
  });
  expect(settingsOf(draft)).toEqual(settings);
});

it("each kind keeps its own values, and only those of the chosen one are saved", () => {
  const remote = withValues({ ...emptyBackendDraft, kind: "remote" }, { baseUrl: "http://a/" });
  const managed = withValues({ ...remote, kind: "managed" }, { directory: "/a" });
  expect(settingsOf(managed)).toEqual({ kind: "managed", directory: "/a" });
  expect(settingsOf({ ...managed, kind: "remote" })).toEqual({ kind: "remote", baseUrl: "http://a/" });
});

it("a setting cannot stand in for the kind or the profile", () => {
  const draft = withValues({ ...emptyBackendDraft, kind: "remote", auth: "a" }, { kind: "other", auth: "b" });
  expect(settingsOf(draft)).toEqual({ kind: "remote", auth: "a" });
});

it("a secret is stored under the name of its backend and its setting", () => {
  expect(secretName("studio", "/access/password")).toBe("backend.studio.access.password");
});

it.each([
  [null, undefined],
  [{ name: "a", kind: "remote" }, undefined],
  [{ name: "a", kind: "remote", auth: 7, values: {} }, undefined],
  [
    { name: "a", kind: "remote", auth: "", values: { remote: { baseUrl: "x" }, managed: 5 } },
    { name: "a", kind: "remote", auth: "", values: { remote: { baseUrl: "x" } } },
  ],
])("of the kept draft %j the page takes %j", (kept, taken) => {
  expect(acceptBackendDraft(kept)).toEqual(taken);
});
