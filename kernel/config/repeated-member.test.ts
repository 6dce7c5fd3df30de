// Members that a JSON text gives twice.

import { expect, it } from "vitest";
import { repeatedMember } from "./repeated-member.js";

it.each([
  [
    "in one object",
    '{"a": 1,\n  "b": {}, "a": 2}',
    { reason: '"a" stands twice in one object', place: ":2:12" },
  ],
  ["in an inner object", '[{"a": {"b": 1, "c": "b", "b": 1}}]', { place: ":1:27" }],
  ["written with an escape", '{"a": 1, "\\u0061": 2}', { place: ":1:10" }],
])("a member that is there twice %s is found", (_where, json, problem) => {
  expect(repeatedMember(json)).toMatchObject(problem);
});

it.each([
  ["in two objects", '{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}'],
  ["as a value", '{"a": "b", "b": "a", "c": ["a", "a"]}'],
  ["in a text", String.raw`{"a": "\"a\": {", "b": "\\"}`],
  ["behind an inner object", '{"a": {"b": 1}, "b": 1}'],
])("a name that is there again %s is none", (_where, json) => {
  expect(repeatedMember(json)).toBeUndefined();
});
