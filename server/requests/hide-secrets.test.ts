// What is kept of a request, and what a curl command has, contains no secret.

import { expect, it } from "vitest";
import type { HttpRequest } from "@pictor/client";
import { hideSecrets } from "./hide-secrets.js";

const basic = {
  id: "basic",
  settings: {
    type: "object",
    properties: { username: { type: "string" }, password: { type: "string", "x-secret": true } },
  },
} as const;
const hide = (request: HttpRequest) =>
  hideSecrets(request, {
    schemes: [basic as never],
    redact: (text) => text.replaceAll("CANARY", "***"),
    mark: (name) => `<${name}>`,
  });

const to = (url: string): HttpRequest => ({ url });
const texts = (text: string): HttpRequest => ({ url: "u", body: { text } });

it.each<[string, HttpRequest, HttpRequest, readonly string[]]>([
  [
    "a password and a parameter of the address",
    to("https://me:pw@api.example/a?x=1&api_key=k#f"),
    to("https://me:<password>@api.example/a?x=1&api_key=<api_key>#f"),
    ["/url"],
  ],
  [
    "headers of credentials, with their schemes",
    { url: "u", headers: { Authorization: "Bearer abc", Cookie: ["a=b"], "X-Other": "c" } },
    { url: "u", headers: { Authorization: "Bearer <Authorization>", Cookie: ["<Cookie>"], "X-Other": "c" } },
    ["/headers/Authorization", "/headers/Cookie"],
  ],
  [
    "members of a JSON value",
    { url: "u", body: { json: { user: "me", inner: [{ password: "pw" }], token: 7 } } },
    { url: "u", body: { json: { user: "me", inner: [{ password: "<password>" }], token: 7 } } },
    ["/body/json/inner/0/password"],
  ],
  [
    "members of a text that is JSON",
    texts('{ "user": "me", "client_secret" : "a\\"b" }'),
    texts('{"user":"me","client_secret":"<client_secret>"}'),
    ["/body/text"],
  ],
  [
    "texts below a member that names secrets",
    { url: "u", body: { json: { tokens: ["a", { live: "b" }], credentials: { key: "c" } } } },
    {
      url: "u",
      body: { json: { tokens: ["<tokens>", { live: "<tokens>" }], credentials: { key: "<credentials>" } } },
    },
    ["/body/json/tokens/0", "/body/json/tokens/1/live", "/body/json/credentials/key"],
  ],
  [
    "a name without a password in the address",
    to("https://ghp_abc@api.example/a"),
    to("https://<user_token>@api.example/a"),
    ["/url"],
  ],
  [
    "a percent-encoded parameter",
    to("https://api.example/a?api%5Fkey=k"),
    to("https://api.example/a?api%5Fkey=<api_key>"),
    ["/url"],
  ],
  [
    "a value of which only a part is a variable",
    { url: "u", headers: { "X-Api-Key": "{{team}}-abc" } },
    { url: "u", headers: { "X-Api-Key": "<X-Api-Key>" } },
    ["/headers/X-Api-Key"],
  ],
  [
    "another text that names a secret",
    texts("<a><password>pw</password></a>"),
    texts("<body>"),
    ["/body/text"],
  ],
  [
    "a form with files",
    texts('--b\r\nContent-Disposition: form-data; name="api_key"\r\n\r\nk\r\n--b--'),
    texts("<body>"),
    ["/body/text"],
  ],
  ["nothing in a text that names no secret", texts("a kite = red & blue"), texts("a kite = red & blue"), []],
  ["fields of a form", texts("user=me&password=pw"), texts("user=me&password=<password>"), ["/body/text"]],
  [
    "fields that the scheme declares as secrets",
    { url: "u", auth: { type: "basic", username: "me", password: "pw" } },
    { url: "u", auth: { type: "basic", username: "me", password: "<password>" } },
    ["/auth/password"],
  ],
  [
    "all fields of an unknown scheme",
    { url: "u", auth: { type: "other", a: "b" } },
    { url: "u", auth: { type: "other", a: "<a>" } },
    ["/auth/a"],
  ],
  [
    "known secrets anywhere",
    { url: "https://api.example/CANARY", body: { text: "is CANARY" } },
    { url: "https://api.example/***", body: { text: "is ***" } },
    ["/url", "/body"],
  ],
  [
    "known secrets in members and headers with any name, and in the id of a scheme nothing",
    { url: "u", headers: { State: "CANARY" }, body: { json: { code: "CANARY" } }, auth: { type: "CANARY" } },
    { url: "u", headers: { State: "***" }, body: { json: { code: "***" } }, auth: { type: "CANARY" } },
    ["/headers", "/body"],
  ],
])("%s", (_title, given, shown, hidden) => {
  expect(hide(given)).toEqual({ request: shown, hidden });
});

it("variables and references stay, because they are no values", () => {
  const request: HttpRequest = {
    url: "https://api.example/?token={{token}}",
    headers: { Authorization: "Bearer {{token}}" },
    body: { text: '{"password": "{{pw}}"}' },
    auth: { type: "basic", username: "me", password: { $secret: "shop" } },
  };
  expect(hide(request)).toEqual({ request, hidden: [] });
});

it.each([
  " https://me:hunter2@api.example/",
  "https:me:hunter2@api.example/",
  "https:\\\\me:hunter2@api.example/",
  "ht\ntps://me:hunter2@api.example/",
  "https://me:p@hunter2@api.example/",
  "me:hunter2@api.example/a",
])("the password of an address in any spelling: %j", (url) => {
  const { request, hidden } = hide({ url });
  expect([request.url.includes("hunter2"), hidden]).toEqual([false, ["/url"]]);
});

it.each(["https://api.example/me@home?mail=a@b#c@d", "api.example/@me", "{{base}}/a@b"])(
  "an @ after the host is no user: %s",
  (url) => {
    expect(hide({ url }).request.url).toBe(url);
  },
);

it("a value at any depth is kept", () => {
  const deep = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner], 2n ** 64n);
  const shown = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner], String(2n ** 64n));
  expect(hide({ url: "u", body: { json: deep } })).toEqual({
    request: { url: "u", body: { json: shown } },
    hidden: [],
  });
});
