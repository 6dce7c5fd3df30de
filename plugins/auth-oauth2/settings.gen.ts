// Generated from plugin.json by `npm run gen`; do not edit.

export type Oauth2Settings = {
  /** Default: "authorization_code". */
  readonly grantType: "authorization_code" | "client_credentials" | "password" | "device_code";
  /** Host, issuer, tenant path or the whole address of a discovery document; fills the endpoints. Default: "". */
  readonly discoveryUrl: string;
  /** RFC 6749 section 3.2. Default: "". */
  readonly tokenUrl: string;
  /** As registered at the provider (RFC 6749 section 2.2). Default: "". */
  readonly clientId: string;
  /** Empty for a public client. Default: "". */
  readonly clientSecret: string;
  /** Separated by spaces (RFC 6749 section 3.3). Default: "". */
  readonly scopes: string;
  /** RFC 6749 section 3.1; its query is kept. Default: "". */
  readonly authorizationUrl: string;
  /** Empty: http://localhost:17823/callback, or a free port when that one is busy. Default: "". */
  readonly callbackUrl: string;
  /** Proof key with S256 (RFC 7636); there is no plain. Default: true. */
  readonly pkce: boolean;
  /** Default: "". */
  readonly username: string;
  /** Sent as it is, never trimmed. Default: "". */
  readonly password: string;
  /** RFC 8628 section 3.1. Default: "". */
  readonly deviceAuthorizationUrl: string;
  /** Filled by discovery; answers of another one are refused (RFC 9207). Default: "". */
  readonly issuer: string;
  /** Filled by discovery: an answer without its issuer is refused (RFC 9207 section 2.4). Default: false. */
  readonly issuerAnnounced: boolean;
  /** auto: what discovery allows, else basic with a secret, else none; basic-raw: without form encoding, for servers that do not decode. Default: "auto". */
  readonly clientAuthentication:
    "auto" | "basic" | "basic-raw" | "post" | "none" | "private_key_jwt" | "client_secret_jwt";
  /** Filled by discovery, separated by spaces; read by auto. Default: "". */
  readonly clientAuthenticationMethods: string;
  /** PKCS#8 in PEM, for private_key_jwt. Default: "". */
  readonly privateKey: string;
  /** kid of the assertion. Default: "". */
  readonly keyId: string;
  /** Of the assertion. Default: "RS256". */
  readonly algorithm: "RS256" | "PS256" | "ES256" | "EdDSA";
  /** Sent as audience where a provider asks for it. Default: "". */
  readonly audience: string;
  /** Absolute addresses (RFC 8707). Default: []. */
  readonly resource: readonly string[];
  /** Default: []. */
  readonly authorizationParameters: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  /** Default: []. */
  readonly tokenParameters: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  /** Such as Origin, for providers that ask for it. Default: []. */
  readonly tokenHeaders: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  /** RFC 7009; asked when the token is cleared. Default: "". */
  readonly revocationUrl: string;
  /** Filled by discovery; checks the signature of an ID token. Default: "". */
  readonly jwksUrl: string;
  /** What is attached to requests. Default: "access_token". */
  readonly use: "access_token" | "id_token";
  /** query: as access_token (RFC 6750 section 2.3), for servers that take nothing else. Default: "header". */
  readonly addTo: "header" | "query";
  /** The password grant fetches a new token inside a request by itself; client credentials always do. Default: false. */
  readonly autoFetch: boolean;
  /** Endpoints without TLS on other machines; told at every use. Default: false. */
  readonly allowInsecure: boolean;
  /** Key under which the provider nests its token answer, such as data. Default: "". */
  readonly wrappedResponse: string;
  /** Keeps tokens of one client apart, such as two accounts. Default: "". */
  readonly label: string;
};
