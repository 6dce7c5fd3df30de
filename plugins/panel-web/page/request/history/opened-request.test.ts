// A request of the history in the editor: what is missing, and when credentials that were typed stay.

import type { HttpRequest } from "@pictor/client";
import { describe, expect, it } from "vitest";
import { emptyRequest, type RequestDraft } from "../draft/request-draft.js";
import { openedRequest } from "./opened-request.js";

const summary = { id: "1", atMs: 0, owner: "panel", method: "GET", url: "", ms: 1 };
const auth = { type: "basic", username: "me", password: "***" };
const kept = (request: HttpRequest, ...hidden: string[]) => ({ summary, request, hidden });
const editor = (url: string, basic: object, change: Partial<RequestDraft> = {}) => ({
  draft: { ...emptyRequest, url, auth: { type: "basic", isOn: true }, ...change },
  inline: { basic: { ...basic } },
});

it("names the places of the values that were not kept", () => {
  const request: HttpRequest = { url: "https://x.example/a?token=***", headers: { "X-A/B": "***" } };
  const hidden = ["/url", "/headers/X-A~1B", "/body/json/key", "/body/text", "/auth"];
  expect(openedRequest(kept(request, ...hidden), editor("", {}))).toMatchObject({
    draft: { url: "https://x.example/a?token=***" },
    missing: ["the address", "the header X-A/B", "the body", "credentials"],
  });
  expect(openedRequest(kept(request), editor("", {})).missing).toEqual([]);
});

describe("credentials that were typed", () => {
  const sent = kept({ url: "https://x.example/a", auth }, "/auth/password");

  it("stay if they are those of the request", () => {
    const typed = { username: "me", password: "TULIP" };
    expect(openedRequest(sent, editor("https://x.example/other?q=1", typed))).toMatchObject({
      inline: { basic: typed },
      missing: [],
    });
  });

  it.each([
    ["for another server", editor("https://x.example.org/a", { username: "me", password: "TULIP" })],
    ["for another user", editor("https://x.example/a", { username: "you", password: "TULIP" })],
    ["without the secret", editor("https://x.example/a", { username: "me", password: "" })],
    [
      "for another scheme",
      editor(
        "https://x.example/a",
        { username: "me", password: "TULIP" },
        { auth: { type: "bearer", isOn: true } },
      ),
    ],
  ])("%s are not used, and the field is empty", (_case, shown) => {
    const opened = openedRequest(sent, shown);
    expect(opened.inline).toEqual({ basic: { username: "me" } });
    expect(opened.missing).toEqual(["the field password of Auth"]);
  });
});
