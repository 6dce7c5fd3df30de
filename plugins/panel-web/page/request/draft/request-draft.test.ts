// The draft of a request: what is sent of it, what is kept of it, and what a curl command makes of it.

import { describe, expect, it } from "vitest";
import { formText, multipartPieces } from "./multipart.js";
import { httpRequest, requestDraft, type RequestParts } from "./http-request.js";
import { acceptRequest, emptyRequest, newRow, type RequestDraft } from "./request-draft.js";
import { withoutSecrets } from "./without-secrets.js";

const nothing: RequestParts = { inline: {}, files: new Map(), boundary: "b0" };
const sent = (change: Partial<RequestDraft>, parts: Partial<RequestParts> = {}) =>
  httpRequest({ ...emptyRequest, url: "https://x.example", ...change }, { ...nothing, ...parts });
const off = { ...newRow("X-Off", "1"), isOn: false };

describe("what is sent", () => {
  it("is the method, the address, and the headers that are switched on; repeated ones are a list", () => {
    const headers = [newRow("Accept", "a"), off, newRow("accept", "b"), newRow("", "nothing")];
    expect(sent({ method: "purge", headers })).toEqual({
      method: "PURGE",
      url: "https://x.example",
      headers: { Accept: ["a", "b"] },
    });
  });

  it.each<[Partial<RequestDraft>, string, object]>([
    [
      { bodyKind: "json", json: '{"n": 18446744073709551615}' },
      "application/json",
      { text: '{"n": 18446744073709551615}' },
    ],
    [{ bodyKind: "text", text: "hello" }, "text/plain; charset=utf-8", { text: "hello" }],
    [
      { bodyKind: "form", form: [newRow("a b", "{{x}}&"), off] },
      "application/x-www-form-urlencoded",
      { text: "a%20b={{x}}%26" },
    ],
  ])("of %j has its content type", (change, type, body) => {
    expect(sent(change)).toMatchObject({ headers: { "Content-Type": type }, body });
    const headers = [newRow("content-type", "application/custom")];
    expect(sent({ ...change, headers }).headers).toEqual({ "content-type": "application/custom" });
  });

  it("is a file as its bytes, and nothing if no file is chosen", () => {
    const files = new Map([["body", { name: "a.bin", type: "", bytes: new Uint8Array([0, 255]) }]]);
    expect(sent({ bodyKind: "file" }, { files })).toMatchObject({
      headers: { "Content-Type": "application/octet-stream" },
      body: { base64: "AP8=" },
    });
    expect(sent({ bodyKind: "file" }).body).toBeUndefined();
  });

  it("has the profile, the fields of the scheme, or no credentials if they are switched off", () => {
    const inline = { basic: { username: "me" }, bearer: { token: "t" } };
    const auth = { type: "basic", isOn: true };
    expect(sent({ auth: { ...auth, profile: "shop" } }, { inline }).auth).toBe("shop");
    expect(sent({ auth }, { inline }).auth).toEqual({ type: "basic", username: "me" });
    expect(sent({ auth: { ...auth, isOn: false } }, { inline }).auth).toBeUndefined();
    expect(sent({ auth: { type: "none", isOn: true } }, { inline }).auth).toBeUndefined();
  });

  it("has the unsaved changes of a profile, with its name, and typed secrets as texts", () => {
    const auth = { type: "none", profile: "shop", isOn: true };
    const edited = { type: "basic", schemes: { basic: { username: "me", password: { $typed: "p" } } } };
    expect(sent({ auth }, { edited })).toMatchObject({
      auth: { type: "basic", username: "me", password: "p" },
      profile: "shop",
    });
    expect(sent({ auth }, { edited: { ...edited, type: "none" } }).auth).toBeUndefined();
  });
});

describe("a multipart body", () => {
  const parts = [newRow('a"b', "one\ntwo"), { ...newRow("file"), key: "f", isFile: true } as const, off];

  it("with files is read back as it was", async () => {
    const files = new Map([["f", { name: "x.png", type: "image/png", bytes: new Uint8Array([1, 2, 3]) }]]);
    const bytes = new Blob(multipartPieces(parts, files, "b0") as BlobPart[]);
    const headers = { "content-type": "multipart/form-data; boundary=b0" };
    const form = await new Response(bytes, { headers }).formData();
    expect([...form.keys()]).toEqual(['a"b', "file"]);
    const file = form.get("file") as File;
    expect([file.name, file.type, [...new Uint8Array(await file.arrayBuffer())]]).toEqual([
      ...["x.png", "image/png"],
      [1, 2, 3],
    ]);
  });

  it("is sent in pieces, in whose texts the server fills in variables; of texts alone as one text", () => {
    const texts = { parts: [newRow("a", "{{x}}")], bodyKind: "multipart" } as const;
    expect(sent(texts).body).toEqual({
      text: '--b0\r\nContent-Disposition: form-data; name="a"\r\n\r\n{{x}}\r\n--b0--\r\n',
    });
    const files = new Map([["f", { name: "x.png", type: "", bytes: new Uint8Array([0, 255]) }]]);
    const mixed = {
      ...texts,
      parts: [...texts.parts, { ...newRow("file"), key: "f", isFile: true }],
    } as const;
    expect(sent(mixed, { files }).body?.pieces).toMatchObject([
      { text: expect.stringContaining("{{x}}") as string },
      { base64: "AP8=" },
      { text: "\r\n--b0--\r\n" },
    ]);
  });
});

it("a form leaves out rows that are switched off or have no name", () => {
  expect(formText([newRow("a", "1"), off, newRow("", "x")])).toBe("a=1");
});

describe("what is kept in the browser", () => {
  it("has no value that is a credential by its name", () => {
    const draft: RequestDraft = {
      ...emptyRequest,
      url: "https://me:p@TULIP@x.example/a?api_key=TULIP&q=1&token={{token}}#x",
      offQuery: ["signature=TULIP", "q=2"],
      headers: [
        newRow("Authorization", "Bearer TULIP"),
        newRow("X-API-Key", "TULIP"),
        newRow("Cookie", "a=TULIP"),
        newRow("X-Auth-Token", "Bearer {{token}}"),
        newRow("Accept", "text/plain"),
      ],
      form: [newRow("password", "TULIP"), newRow("smtp_pass", "TULIP"), newRow("passphrase", "TULIP")],
    };
    const kept = withoutSecrets(draft);
    expect(JSON.stringify(kept)).not.toContain("TULIP");
    expect(kept.url).toBe("https://x.example/a?api_key=&q=1&token={{token}}#x");
    expect(kept.offQuery).toEqual(["signature=", "q=2"]);
    expect(withoutSecrets({ ...draft, url: "me:TULIP@x.example" }).url).toBe("x.example");
    expect(kept.headers.map(({ value }) => value)).toEqual(["", "", "", "Bearer {{token}}", "text/plain"]);
  });

  it("is read again, and what has another form is left out", () => {
    const draft: RequestDraft = {
      ...emptyRequest,
      url: "{{host}}",
      headers: [newRow("a", "b")],
      bodyKind: "form",
    };
    expect(acceptRequest(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    expect(acceptRequest({ url: 1, headers: "x", bodyKind: "other", auth: 2 })).toEqual(emptyRequest);
    expect(acceptRequest("x")).toBeUndefined();
  });
});

it("a curl command becomes a draft, whose credentials are apart from it", () => {
  const imported = requestDraft({
    method: "PUT",
    url: "https://x.example",
    redirect: "manual",
    headers: { "content-type": "application/json", accept: ["a", "b"] },
    body: { text: "{}" },
    auth: { type: "basic", username: "me", password: "TULIP" },
  });
  expect(imported.draft).toMatchObject({
    method: "PUT",
    bodyKind: "json",
    json: "{}",
    followsRedirects: false,
    headers: [{ name: "content-type" }, { value: "a" }, { value: "b" }],
    auth: { type: "basic", isOn: true },
  });
  expect(JSON.stringify(imported.draft)).not.toContain("TULIP");
  expect(imported.inline).toEqual({ basic: { username: "me", password: "TULIP" } });
});

it("what the editor has no field for is sent as it was imported, also after a reload", () => {
  const given = { method: "GET", url: "https://x.example", redirect: "same-origin" } as const;
  const limited = { ...given, timeoutMs: 5000, compressed: false, keptCookies: false };
  const { draft } = requestDraft({ ...limited, id: "r1", confirmsOrigin: true });
  expect(sent(draft)).toEqual(limited);
  expect(acceptRequest(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  expect(sent({ ...draft, followsRedirects: false }).redirect).toBe("manual");
});

it("the redirects of a curl command stay as they are, but trust in them is not kept over a reload", () => {
  const given = { method: "POST", url: "https://x.example", redirect: "trusted", keepsPost: [302] } as const;
  const { draft } = requestDraft({ ...given, keepsPost: [302] });
  expect(sent(draft)).toEqual(given);
  expect(acceptRequest(draft)).toMatchObject({ trustsRedirects: false, keepsPost: [302] });
});
