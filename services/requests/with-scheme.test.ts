// Addresses as people type them.

import { expect, it } from "vitest";
import { withScheme } from "./with-scheme.js";

it.each([
  ["127.0.0.1:7811/json", "http://127.0.0.1:7811/json"],
  ["localhost:8188", "http://localhost:8188"],
  ["[::1]:8188/x?y", "http://[::1]:8188/x?y"],
  ["192.0.2.10", "http://192.0.2.10"],
  ["studio:8188/", "http://studio:8188/"],
  ["studio.local", "http://studio.local"],
  ["studio:443", "https://studio:443"],
  ["api.example/v1#x", "https://api.example/v1#x"],
  ["api.example:8443?a=b", "https://api.example:8443?a=b"],
  ["api.example:80", "http://api.example:80"],
  [" api.example ", "https://api.example"],
  ["http://a/b", "http://a/b"],
  ["ws://127.0.0.1:1/", "ws://127.0.0.1:1/"],
  ["mailto:me", "mailto:me"],
  ["me:secret@api.example/", "me:secret@api.example/"],
  ["/path", "/path"],
  ["{{host}}/path", "{{host}}/path"],
  ["", ""],
])("%j becomes %j", (typed, address) => {
  expect(withScheme(typed)).toBe(address);
});
