// Which service and region a host of AWS is.

import { expect, it } from "vitest";
import { scopeOfHost } from "./service-of-host.js";

it.each([
  ["sqs.eu-central-1.amazonaws.com", { service: "sqs", region: "eu-central-1" }],
  ["iam.amazonaws.com", { service: "iam" }],
  ["s3.amazonaws.com", { service: "s3" }],
  ["bucket.s3.amazonaws.com", { service: "s3" }],
  ["a.bucket.s3.eu-west-3.amazonaws.com", { service: "s3", region: "eu-west-3" }],
  ["bucket.s3-eu-west-3.amazonaws.com", { service: "s3", region: "eu-west-3" }],
  ["s3.dualstack.us-west-2.amazonaws.com", { service: "s3", region: "us-west-2" }],
  ["abc123.execute-api.us-gov-west-1.amazonaws.com", { service: "execute-api", region: "us-gov-west-1" }],
  ["email.us-east-1.amazonaws.com", { service: "ses", region: "us-east-1" }],
  ["bedrock-runtime.us-east-1.amazonaws.com", { service: "bedrock", region: "us-east-1" }],
  ["sts.cn-north-1.amazonaws.com.cn", { service: "sts", region: "cn-north-1" }],
  ["store.example", {}],
  ["amazonaws.com.evil.example", {}],
])("%s is %j", (host, scope) => {
  expect(scopeOfHost(host)).toEqual(scope);
});
