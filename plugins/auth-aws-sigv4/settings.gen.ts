// Generated from plugin.json by `npm run gen`; do not edit.

export type AwsSigv4Settings = {
  /** Names the key; it is not secret. */
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Token of temporary credentials, sent as X-Amz-Security-Token. Default: "". */
  readonly sessionToken: string;
  /** Region, such as eu-central-1. If empty: the region in a host name such as sqs.eu-central-1.amazonaws.com, else us-east-1. Default: "". */
  readonly region: string;
  /** Signing name, such as s3 or execute-api. If empty: the name in a host name below amazonaws.com. Default: "". */
  readonly service: string;
  /** Whether the signature covers the body. Only S3 accepts an unsigned body, and only over TLS. Default: "signed". */
  readonly payload: "signed" | "unsigned";
  /** In the query, the address is presigned: it can be used without the key until it expires. Default: "header". */
  readonly addTo: "header" | "query";
  /** How long a presigned address can be used. Unit: s. Default: 300. */
  readonly expiresSeconds: number;
};
