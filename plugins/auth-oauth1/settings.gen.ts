// Generated from plugin.json by `npm run gen`; do not edit.

export type Oauth1Settings = {
  /** As the service documents it, such as HMAC-SHA1. Default: "HMAC-SHA1". */
  readonly signatureMethod:
    "HMAC-SHA1" | "HMAC-SHA256" | "HMAC-SHA512" | "RSA-SHA1" | "RSA-SHA256" | "RSA-SHA512" | "PLAINTEXT";
  /** Names the client; it is not secret. */
  readonly consumerKey: string;
  /** Default: "". */
  readonly consumerSecret: string;
  /** An unencrypted RSA key in PEM. Default: "". */
  readonly privateKey: string;
  /** Names the person who has given access; empty for requests of the client itself. Default: "". */
  readonly token: string;
  /** Default: "". */
  readonly tokenSecret: string;
  /** Default: "header". */
  readonly addTo: "header" | "query";
  /** Part of the header that is not signed. Default: "". */
  readonly realm: string;
  /** Sends the parameter oauth_version=1.0, which few services ask for. Default: true. */
  readonly version: boolean;
  /** Sends the hash of a body that is not a form, as Mastercard and others require (OAuth Request Body Hash), with the hash function of the signature method. Default: false. */
  readonly bodyHash: boolean;
  /** oauth_callback, in a request for temporary credentials: an address, or oob. Default: "". */
  readonly callback: string;
  /** oauth_verifier, in the request that exchanges temporary credentials for a token. Default: "". */
  readonly verifier: string;
};
