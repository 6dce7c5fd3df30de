// The public test suite of AWS: requests, and the signatures in the header and in the query that all implementations
// make of them.

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { HeaderPair, OutgoingRequest } from "@pictor/kernel/plugin";
import { presign } from "./presigned.js";
import { authorizationHeader } from "./signature.js";

interface Given {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly HeaderPair[];
  readonly body?: string;
  readonly token?: string;
  /** The suite encodes every path once, as S3 does. In Pictor, the path of a URL is encoded already. */
  readonly isS3?: boolean;
}

const tokens = {
  short: "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267",
  long:
    "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRq" +
    "TflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75Y" +
    "U9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9K" +
    "SYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==",
};
const unreserved = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// The four cases with unresolved dots in the path are left out: the URL of a request has none.
const cases: readonly (readonly [name: string, given: Given, inHeader: string, inQuery: string])[] = [
  [
    "get-header-key-duplicate",
    {
      headers: [
        ["My-Header1", "value2"],
        ["My-Header1", "value2"],
        ["My-Header1", "value1"],
      ],
    },
    "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea",
    "3349ee0b81b4b589da0ff28a395c3591e04de515651dd74f298fa992d1507a97",
  ],
  [
    "get-header-value-multiline",
    { headers: [["My-Header1", "value1\n  value2\n     value3"]] },
    "cfd34249e4b1c8d6b91ef74165d41a32e5fab3306300901bb65a51a73575eefd",
    "e6f5def831211aca02987a44b96826706278c7bc078112ae0263659c5b2f2d56",
  ],
  [
    "get-header-value-order",
    {
      headers: [
        ["My-Header1", "value4"],
        ["My-Header1", "value1"],
        ["My-Header1", "value3"],
        ["My-Header1", "value2"],
      ],
    },
    "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01",
    "313720e71ca6202fdcfa9b20f88de01a4eb0638a83c833b1c184359a4eda864e",
  ],
  [
    "get-header-value-trim",
    {
      headers: [
        ["My-Header1", " value1"],
        ["My-Header2", ' "a   b   c"'],
      ],
    },
    "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
    "e7bb0fd515e125e1aec2ecc4c0c17484fb06f6846b927c35e46005dd3df3acd4",
  ],
  [
    "get-relative-normalized",
    { target: "/example/.." },
    "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
    "e93c787ed7f371d5c6b165c1b38ede9550f4dce4144713e844b25b7192d3865d",
  ],
  [
    "get-relative-relative-normalized",
    { target: "/example1/example2/../.." },
    "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
    "e93c787ed7f371d5c6b165c1b38ede9550f4dce4144713e844b25b7192d3865d",
  ],
  [
    "get-slash-dot-slash-normalized",
    { target: "/./" },
    "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
    "e93c787ed7f371d5c6b165c1b38ede9550f4dce4144713e844b25b7192d3865d",
  ],
  [
    "get-slash-normalized",
    { target: "//" },
    "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
    "e93c787ed7f371d5c6b165c1b38ede9550f4dce4144713e844b25b7192d3865d",
  ],
  [
    "get-slash-pointless-dot-normalized",
    { target: "/./example" },
    "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5",
    "35034b1a0bdd969f346975386daf8aedfd4976573b8348cf4f67eaa41c5857de",
  ],
  [
    "get-slash-unnormalized",
    { target: "//", isS3: true },
    "c88bcd3d312d75078c0cd961d6deae3f4c754924b01669efcfcb439fd5e5b76e",
    "b2a9542809db687769200f56a844a03f2bd0291d6eb90232d5101c6a579446cd",
  ],
  [
    "get-slashes-normalized",
    { target: "//example//" },
    "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84",
    "c1834e8fb0307243711f0f907f6ab7311ed300d87f13792d7ee4da89ab93e082",
  ],
  [
    "get-slashes-unnormalized",
    { target: "//example//", isS3: true },
    "87cca117541a147f6df867677d98a7d80dff226d2bfca9e4ffa899665623c7e5",
    "822a5a9ba28072c5ab2bb4a6307d0c88276d40e49fec6b724c03fb4d4ba60fc2",
  ],
  [
    "get-space-normalized",
    { target: "/example space/", isS3: true },
    "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741",
    "7a1f416954786484c9824d93c1f26ef64acb9b1b6c9154d08c9f07d0e394abf6",
  ],
  [
    "get-space-unnormalized",
    { target: "/example space/", isS3: true },
    "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741",
    "7a1f416954786484c9824d93c1f26ef64acb9b1b6c9154d08c9f07d0e394abf6",
  ],
  [
    "get-unreserved",
    { target: `/${unreserved}` },
    "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f",
    "95968482db1b9e0fadef6efc1bd24689f77c77d9ef56919c96a28cc92e0d6005",
  ],
  [
    "get-utf8",
    { target: "/ሴ", isS3: true },
    "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85",
    "10eae3f14a260bd3911cc6d008d3c576d143b05b62f09782a7a4b37f52178e44",
  ],
  [
    "get-vanilla",
    {},
    "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
    "e93c787ed7f371d5c6b165c1b38ede9550f4dce4144713e844b25b7192d3865d",
  ],
  [
    "get-vanilla-empty-query-key",
    { target: "/?Param1=value1" },
    "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb",
    "49096700cbbaa5753443850f40df10f904fc2fdb544dc9512203cc77c471a9de",
  ],
  [
    "get-vanilla-query",
    {},
    "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
    "e93c787ed7f371d5c6b165c1b38ede9550f4dce4144713e844b25b7192d3865d",
  ],
  [
    "get-vanilla-query-order-encoded",
    { target: "/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1" },
    "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac",
    "c5f1848ceec943ac2ca68ee720460c23aaae30a2300586597ada94c4a65e4787",
  ],
  [
    "get-vanilla-query-order-key-case",
    { target: "/?Param2=value2&Param1=value1" },
    "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
    "86012e2c9ad4d77369f5d81c11f75158aae4f895a085212cc6d3f923d300bed5",
  ],
  [
    "get-vanilla-query-unreserved",
    { target: `/?${unreserved}=${unreserved}` },
    "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197",
    "8e76a88a7433637b12778d5592799b29ad21ecd6cf6325051c21d86f0acda2bf",
  ],
  [
    "get-vanilla-utf8-query",
    { target: "/?ሴ=bar" },
    "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04",
    "0bdd809b1519ac4f0c1dc3540e2cc46bd0c7f778eda408b2ebf3b913d21ff600",
  ],
  [
    "get-vanilla-with-session-token",
    { token: tokens.short },
    "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8",
    "7ff2b50b376cb4d151970630573d6291dc128cc5c2a12ffb237f73cc53f67b6c",
  ],
  [
    "post-header-key-case",
    { method: "POST" },
    "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
    "2ce6e6d2e0cf2f9d1b55fafec88cd20574c31dc2e7631979f71ba2310083e95b",
  ],
  [
    "post-header-key-sort",
    { method: "POST", headers: [["My-Header1", "value1"]] },
    "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c",
    "c09d07e0d55871f10f2a6d350d994acf6825a3cae70673d7def55616e6119dd7",
  ],
  [
    "post-header-value-case",
    { method: "POST", headers: [["My-Header1", "VALUE1"]] },
    "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d",
    "0698bc9e4f7f9139065ba2909c0e99da257e8e2a42492a097bcd46d792391fed",
  ],
  [
    "post-sts-header-after",
    { method: "POST" },
    "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
    "2ce6e6d2e0cf2f9d1b55fafec88cd20574c31dc2e7631979f71ba2310083e95b",
  ],
  [
    "post-sts-header-before",
    { method: "POST", token: tokens.long },
    "85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead",
    "46c2e3c63c1dbe7d39f8ada16fe7f001c1f56c5791441565323677f96308871c",
  ],
  [
    "post-vanilla",
    { method: "POST" },
    "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
    "2ce6e6d2e0cf2f9d1b55fafec88cd20574c31dc2e7631979f71ba2310083e95b",
  ],
  [
    "post-vanilla-empty-query-value",
    { method: "POST", target: "/?Param1=value1" },
    "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11",
    "a9ef26247f293bffe40eeff86a0480ba8c14d31503b2e0c3399e3a16bf1a3682",
  ],
  [
    "post-vanilla-query",
    { method: "POST", target: "/?Param1=value1" },
    "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11",
    "a9ef26247f293bffe40eeff86a0480ba8c14d31503b2e0c3399e3a16bf1a3682",
  ],
  [
    "post-x-www-form-urlencoded",
    {
      method: "POST",
      headers: [
        ["Content-Type", "application/x-www-form-urlencoded"],
        ["Content-Length", "13"],
      ],
      body: "Param1=value1",
    },
    "d3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b",
    "89a40deed0f26f9461242825a082d2222717248abc7ab41f552ad84a94ad46e9",
  ],
  [
    "post-x-www-form-urlencoded-parameters",
    {
      method: "POST",
      headers: [
        ["Content-Type", "application/x-www-form-urlencoded; charset=utf-8"],
        ["Content-Length", "13"],
      ],
      body: "Param1=value1",
    },
    "328d1b9eaadca9f5818ef05e8392801e091653bafec24fcab71e7344e7f51422",
    "0dbeb9b026c7b6675f266b8427efec9b4fa8b1f6ef1477d717aea231106eab4d",
  ],
];

const key = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
  service: "service",
};
const at = "20150830T123600Z";

function partsOf({ method = "GET", target = "/", headers = [], body = "", isS3 = false }: Given) {
  const payloadHash = createHash("sha256").update(body).digest("hex");
  const host: HeaderPair = ["Host", "example.amazonaws.com"];
  return { method, isS3, payloadHash, headers: [host, ...headers], address: `https://${host[1]}${target}` };
}

describe("the test suite of AWS", () => {
  it.each(cases)("%s: the signature in the header", (_name, given, inHeader) => {
    const { address, headers, ...parts } = partsOf(given);
    const { token, body } = given;
    const added: readonly HeaderPair[] = [
      ["X-Amz-Date", at],
      ...(token === undefined ? [] : [["X-Amz-Security-Token", token] as const]),
      ...(body === undefined ? [] : [["x-amz-content-sha256", parts.payloadHash] as const]),
    ];
    const all = { ...parts, url: new URL(address), headers: [...headers, ...added] };
    expect(authorizationHeader(key, all, at)).toMatch(new RegExp(`Signature=${inHeader}$`));
  });

  it.each(cases)("%s: the signature in the query", (_name, given, _inHeader, inQuery) => {
    const { address, ...parts } = partsOf(given);
    const request: OutgoingRequest = {
      id: "1",
      purpose: "user",
      method: parts.method,
      url: address,
      headers: [],
      auth: { type: "aws-sigv4", settings: {} },
    };
    const presigning = { key, at, expiresSeconds: 3600, sessionToken: given.token ?? "" };
    const { url } = presign(request, parts, presigning);
    expect(url).toMatch(new RegExp(`&X-Amz-Signature=${inQuery}$`));
    // Whoever presigns an address again replaces all of its parameters.
    expect(presign({ ...request, url }, parts, presigning).url).toBe(url);
  });
});
