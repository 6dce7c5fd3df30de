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
  ["search-logs-abc123.eu-west-1.es.amazonaws.com", { service: "es", region: "eu-west-1" }],
  ["vpc-logs-abc123.us-gov-east-1.es.amazonaws.com", { service: "es", region: "us-gov-east-1" }],
  ["search-logs-abc.aos.us-east-1.on.aws", { service: "es", region: "us-east-1" }],
  ["abc123.us-east-1.aoss.amazonaws.com", { service: "aoss", region: "us-east-1" }],
  ["db.cluster-abc.us-west-2.neptune.amazonaws.com", { service: "neptune-db", region: "us-west-2" }],
  ["g-abc.us-east-1.neptune-graph.amazonaws.com", { service: "neptune-graph", region: "us-east-1" }],
  ["b--az1--x-s3.s3express-usw2-az1.us-west-2.amazonaws.com", { service: "s3express", region: "us-west-2" }],
  ["s3express-control.us-west-2.amazonaws.com", { service: "s3express", region: "us-west-2" }],
  ["ap-1.s3-object-lambda.us-east-1.amazonaws.com", { service: "s3-object-lambda", region: "us-east-1" }],
  ["ap-1.s3-accesspoint.us-east-1.amazonaws.com", { service: "s3", region: "us-east-1" }],
  ["b.bucket.vpce-1a.s3.us-east-1.vpce.amazonaws.com", { service: "s3", region: "us-east-1" }],
  ["abc.appsync-api.eu-central-1.amazonaws.com", { service: "appsync", region: "eu-central-1" }],
  ["abc.appsync-realtime-api.eu-central-1.amazonaws.com", { service: "appsync", region: "eu-central-1" }],
  ["bedrock-agent-runtime.us-east-1.amazonaws.com", { service: "bedrock", region: "us-east-1" }],
  ["bedrock-runtime-fips.us-east-1.amazonaws.com", { service: "bedrock", region: "us-east-1" }],
  ["d-abc.execute-api.us-east-1.amazonaws.com", { service: "execute-api", region: "us-east-1" }],
  ["abc-vpce-1.execute-api.us-east-1.amazonaws.com", { service: "execute-api", region: "us-east-1" }],
  ["vpce-1-2.execute-api.us-east-1.vpce.amazonaws.com", { service: "execute-api", region: "us-east-1" }],
  ["abc.execute-api.us-east-1.api.aws", { service: "execute-api", region: "us-east-1" }],
  ["abc.lambda-url.eu-west-1.on.aws", { service: "lambda", region: "eu-west-1" }],
  ["sqs.us-east-1.api.aws", { service: "sqs", region: "us-east-1" }],
  ["us-east-1.queue.amazonaws.com", { service: "sqs", region: "us-east-1" }],
  ["a1b2-ats.iot.us-east-1.amazonaws.com", { service: "iotdata", region: "us-east-1" }],
  ["iot.us-east-1.amazonaws.com", { service: "iot", region: "us-east-1" }],
  ["api.ecr.us-east-1.amazonaws.com", { service: "ecr", region: "us-east-1" }],
  ["streams.dynamodb.us-east-1.amazonaws.com", { service: "dynamodb", region: "us-east-1" }],
  ["api.example.org", {}],
  ["store.example", {}],
  ["amazonaws.com.evil.example", {}],
])("%s is %j", (host, scope) => {
  expect(scopeOfHost(host)).toEqual(scope);
});
