// The examples of the protocol's documentation, and codes that its reference implementation (hawk 9.0.2) has made.

import { describe, expect, it } from "vitest";
import { isTimeOfServer, payloadHash, requestMac } from "./mac.js";

const key = "werxhqb98rpaxn39848xrunpaw3489ruxnpa98w4rxn";
const example = {
  method: "GET",
  url: new URL("http://example.com:8000/resource/1?b=1&a=2"),
  timestamp: 1_353_832_234,
  nonce: "j4h3g2",
  hash: "",
  ext: "some-app-ext-data",
  app: "",
  dlg: "",
};

it.each<[string, object, string]>([
  ["of the example", {}, "6R4rV5iE+NPoym+WwjeHzjAGXUtLNIxmo1vpMofpLAE="],
  [
    "with a body",
    { method: "POST", hash: "Yi9LfIIFRtBEPt74PVmbTF/xVAwPn7ub15ePICfgnuY=" },
    "aSe1DERmZuRl3pI36/9BdZmnErTw3sNzOOAUlfeKjVw=",
  ],
  ["with an application", { app: "my-app" }, "atgg22rtxnK6sGJkol/m1VCpUOR/xQyoYyktuFyVOss="],
  ["with a delegation", { app: "my-app", dlg: "delegate" }, "tw39fiFENUvr4JrW9Z39GrQiAXFxRA6E78sUB7o7K9w="],
  [
    "for the port of https",
    {
      method: "put",
      url: new URL("https://Example.com/"),
      hash: "XhReIk3L775sgAve/7bC3M4sG+/mfKL+6yc2es6Kcgw=",
      ext: "",
    },
    "inVwDZg698atqlJhWhV+bHpeB3dFi1ZVhLAidw5ia6Q=",
  ],
  [
    "for the port of http",
    {
      method: "DELETE",
      url: new URL("http://example.com"),
      hash: "B0weSUXsMcb5UhL41FZbrUJCAotzSI3HawE1NPLRUz8=",
      ext: "",
    },
    "B4tmAyvmMd+6S8VBz0Cfp0ve5Ph2qe/z8smVPT00SIQ=",
  ],
])("the code of a request %s", (_name, more, expected) => {
  expect(requestMac(key, { ...example, ...more })).toBe(expected);
});

it.each([
  ["text/plain", "Thank you for flying Hawk", "Yi9LfIIFRtBEPt74PVmbTF/xVAwPn7ub15ePICfgnuY="],
  ["Application/JSON; charset=utf-8", "bödy", "XhReIk3L775sgAve/7bC3M4sG+/mfKL+6yc2es6Kcgw="],
  ["", "", "B0weSUXsMcb5UhL41FZbrUJCAotzSI3HawE1NPLRUz8="],
])("the hash of a body of the type %j", async (type, text, expected) => {
  const bytes = Buffer.from(text);
  expect(await payloadHash(type, [bytes.subarray(0, 3), bytes.subarray(3)])).toBe(expected);
});

describe("the time of a server", () => {
  const mac = "2mw1eh/qXzl0wJZ/E6XvBhRMEJN7L3j8AyMA8eItEb0=";
  it("is proven by its code", () => {
    expect(isTimeOfServer(key, "1353832234", mac)).toBe(true);
  });
  it.each([
    ["another time", "1353832235", mac],
    ["another key", "1353832234", mac, "another"],
    ["a shorter code", "1353832234", mac.slice(1)],
    ["no code", "1353832234", ""],
  ])("is not proven with %s", (_name, ts, code, other = key) => {
    expect(isTimeOfServer(other, ts, code)).toBe(false);
  });
});
