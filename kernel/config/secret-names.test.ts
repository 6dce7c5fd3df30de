// Names of secrets in settings, headers and addresses.

import { expect, it } from "vitest";
import { isSecretName, isSecretParameter } from "./secret-names.js";

it.each([
  ["password", true, true],
  ["api_key", true, true],
  ["X-Amz-Credential", true, true],
  ["X-Amz-Security-Token", true, true],
  ["X-Amz-Signature", false, true],
  ["X-Goog-Signature", false, true],
  ["Signature", false, true],
  ["sig", false, true],
  ["key", false, true],
  ["subscription-key", false, true],
  ["access_key", false, true],
  ["design", false, false],
  ["signed", false, false],
  ["sort_key", false, false],
  ["AWSAccessKeyId", false, false],
  ["X-Amz-Date", false, false],
  ["se", false, false],
])("%s is that of a secret: of a setting %s, of a parameter %s", (name, setting, parameter) => {
  expect([isSecretName(name), isSecretParameter(name)]).toEqual([setting, parameter]);
});
