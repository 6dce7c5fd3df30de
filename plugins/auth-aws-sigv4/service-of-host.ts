// Region and service of a host of AWS, as AWS names its endpoints ("AWS service endpoints", "Service endpoints and quotas").

export interface ServiceScope {
  readonly service?: string;
  readonly region?: string;
}

/** Endpoint names that differ from the signing name, by the last labels of the name. */
const signingNames: Readonly<Record<string, string>> = {
  aos: "es",
  "api.ecr": "ecr",
  "api.pricing": "pricing",
  "api.sagemaker": "sagemaker",
  "appsync-api": "appsync",
  "appsync-realtime-api": "appsync",
  "aps-workspaces": "aps",
  "bedrock-agent": "bedrock",
  "bedrock-agent-runtime": "bedrock",
  "bedrock-data-automation": "bedrock",
  "bedrock-data-automation-runtime": "bedrock",
  "bedrock-runtime": "bedrock",
  email: "ses",
  "ingest.timestream": "timestream",
  iot: "iotdata",
  "iot-data": "iotdata",
  "lambda-url": "lambda",
  "models-v2-lex": "lex",
  neptune: "neptune-db",
  "query.timestream": "timestream",
  queue: "sqs",
  "runtime-v2-lex": "lex",
  "runtime.lex": "lex",
  "runtime.sagemaker": "sagemaker",
  "s3express-control": "s3express",
  "streams.dynamodb": "dynamodb",
};

/** Services of S3, which sign the path as it is sent, and the hash of the body in a header of its own. */
export const isS3Service = (service: string): boolean =>
  /^s3(express|-object-lambda|-outposts)?$/.test(service);

const isRegion = (label: string): boolean => /^[a-z]{2}(-[a-z]+)+-\d$/.test(label);

/** The signing name of S3 in a label, which may have a region or a kind of access point behind it. */
function s3In(label: string): string | undefined {
  if (/^s3express-\w+-az\d+$/.test(label)) return "s3express";
  if (label === "s3-object-lambda" || label === "s3-outposts") return label;
  return label === "s3" || label.startsWith("s3-") ? "s3" : undefined;
}

/** The name of an endpoint of AWS without the domain of AWS; undefined for a host outside AWS. */
const endpointName = (hostname: string): string | undefined =>
  /^(.+)\.(?:amazonaws\.com(?:\.cn)?|api\.aws|on\.aws)$/.exec(hostname)?.[1];

export const isAwsHost = (hostname: string): boolean => endpointName(hostname) !== undefined;

/** Returns nothing for a host outside AWS, such as a domain of one's own, for which the user sets the service. */
export function scopeOfHost(hostname: string): ServiceScope {
  const name = endpointName(hostname);
  if (name === undefined) return {};
  const labels = name
    .split(".")
    .filter((label) => label !== "dualstack" && label !== "vpce" && label !== "fips");
  const at = labels.findLastIndex(isRegion);
  const region = labels[at];
  const before = at === -1 ? labels : labels.slice(0, at);
  // Host names have these forms: BUCKET.s3.REGION, BUCKET.s3-REGION (old), API.execute-api.REGION, SERVICE.REGION, and
  // DOMAIN.REGION.es.
  const after = at === -1 ? [] : labels.slice(at + 1);
  const old = before
    .map((label) => /^s3-(.+)$/.exec(label)?.[1])
    .find((label) => label !== undefined && isRegion(label));
  const s3 = before.map(s3In).findLast((service) => service !== undefined);
  if (s3 !== undefined) {
    const found = region ?? old;
    return { service: s3, ...(found !== undefined && { region: found }) };
  }
  const ofService = (after.length > 0 ? after : before).map((label) => label.replace(/-fips$/, ""));
  const last = ofService.at(-1) ?? "";
  const known = signingNames[ofService.slice(-2).join(".")] ?? signingNames[last] ?? last;
  // `iot.REGION` alone configures things; `NAME.iot.REGION` sends to them.
  const service = known === "iotdata" && ofService.length === 1 && last === "iot" ? "iot" : known;
  return { ...(service !== "" && { service }), ...(region !== undefined && { region }) };
}
