// Region and service of a host below amazonaws.com, as AWS names its endpoints.

export interface ServiceScope {
  readonly service?: string;
  readonly region?: string;
}

/** Endpoint names of services that differ from their signing names. */
const signingNames: Readonly<Record<string, string>> = {
  email: "ses",
  "execute-api": "execute-api",
  "bedrock-runtime": "bedrock",
  "runtime.sagemaker": "sagemaker",
};

const isRegion = (label: string): boolean => /^[a-z]{2}(-[a-z]+)+-\d$/.test(label);

/** Returns nothing for a host outside AWS, for which the user sets the service. */
export function scopeOfHost(hostname: string): ServiceScope {
  const name = /^(.+)\.amazonaws\.com(?:\.cn)?$/.exec(hostname)?.[1];
  if (name === undefined) return {};
  const labels = name.split(".");
  const at = labels.findLastIndex(isRegion);
  const region = labels[at];
  const before = at === -1 ? labels : labels.slice(0, at);
  // Host names have these forms: BUCKET.s3.REGION, BUCKET.s3-REGION (old), s3.dualstack.REGION, API.execute-api.REGION, SERVICE.REGION.
  const old = before
    .map((label) => /^s3-(.+)$/.exec(label)?.[1])
    .find((label) => label !== undefined && isRegion(label));
  if (before.some((label) => label === "s3" || label.startsWith("s3-")))
    return { service: "s3", ...((region ?? old) !== undefined && { region: region ?? old ?? "" }) };
  const last = before.at(-1) ?? "";
  const known = signingNames[before.slice(-2).join(".")] ?? signingNames[last] ?? last;
  return { ...(known !== "" && { service: known }), ...(region !== undefined && { region }) };
}
