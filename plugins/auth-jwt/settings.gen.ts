// Generated from plugin.json by `npm run gen`; do not edit.

export type JwtSettings = {
  /** Signature algorithm. Default: "RS256". */
  readonly algorithm: "RS256" | "PS256" | "ES256" | "ES384" | "EdDSA" | "HS256";
  /** Private key in PEM or as JWK; for HS256 the shared secret. */
  readonly key: string;
  /** Default: "text". */
  readonly secretEncoding: "text" | "base64";
  /** Header parameter kid. If empty: the kid of the JWK, if it has one. Default: "". */
  readonly keyId: string;
  /** Claim iss: who signs. Default: "". */
  readonly issuer: string;
  /** Claim sub: for whom the request is made. Default: "". */
  readonly subject: string;
  /** Claim aud. If empty: the origin of the request, such as https://api.example.org. Default: "". */
  readonly audience: string;
  /** Time from iat to exp. Unit: s. Default: 300. */
  readonly lifetimeSeconds: number;
  /** A JSON object. Its iss, sub and aud replace the claims above; null leaves a claim out. Default: "". */
  readonly claims: string;
  /** If off, each request gets a token of its own, for servers that accept a token only once. Default: true. */
  readonly reuse: boolean;
  /** Header parameter typ of the token, such as at+jwt; if empty, there is none. Default: "JWT". */
  readonly tokenType: string;
  /** Word before the token in the Authorization header. Default: "Bearer". */
  readonly prefix: string;
};
