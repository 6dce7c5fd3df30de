// The sentence about a scope that differs from the requested one, in the spellings of real providers.

import { expect, it } from "vitest";
import { scopeNote } from "./scopes.js";

const nothing = { refreshToken: undefined, idToken: undefined };
const both = { refreshToken: "r", idToken: "i" };

it.each([
  ["the same scopes in another order", "a b", "b a", nothing],
  ["commas (GitHub)", "user repo", "repo,user", nothing],
  ["no scope in the answer", "a", undefined, nothing],
  [
    "Google's spelling of OpenID Connect scopes",
    "openid email profile",
    "https://www.googleapis.com/auth/userinfo.profile openid https://www.googleapis.com/auth/userinfo.email",
    nothing,
  ],
  ["Entra's resource before the scope", "User.Read", "https://graph.microsoft.com/User.Read", nothing],
  ["Entra without the resource", "api://app/Files.Read", "Files.read", nothing],
  ["all scopes of a resource (Entra)", "api://app/.default", "api://app/one api://app/two", nothing],
  ["offline_access beside a refresh token", "User.Read offline_access", "User.Read", both],
  ["openid beside an ID token", "openid User.Read", "User.Read", both],
])("there is no sentence if the answer has what was asked: %s", (_situation, requested, granted, sent) => {
  expect(scopeNote(requested, granted, sent)).toBeUndefined();
});

it.each([
  ["a", "b", "The token does not have the scope a, and it has the scope b, which was not requested."],
  ["offline_access a", "a", "The token does not have the scope offline_access."],
  ["Mail.Read", "https://graph.microsoft.com/Mail.ReadWrite", expect.stringContaining("scope Mail.Read,")],
  ["", "a", "The provider chose the scope a."],
])("for %j and the answer %j", (requested, granted, note) => {
  expect(scopeNote(requested, granted, nothing)).toEqual(note);
});
