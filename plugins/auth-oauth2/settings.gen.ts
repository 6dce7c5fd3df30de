// Generated from plugin.json by `npm run gen`; do not edit.

export type Oauth2Settings = {
  /** Default: "authorization_code". */
  readonly grantType:
    | "authorization_code"
    | "client_credentials"
    | "password"
    | "device_code"
    | "token_exchange"
    | "jwt_bearer";
  /** Host, issuer, tenant path or URL of a metadata document (RFC 8414); discovery fills the endpoints. Default: "". */
  readonly discoveryUrl: string;
  /** URL of the token endpoint (RFC 6749 section 3.2). Default: "". */
  readonly tokenUrl: string;
  /** Client identifier that the provider issued (RFC 6749 section 2.2). Default: "". */
  readonly clientId: string;
  /** Empty for a public client. Default: "". */
  readonly clientSecret: string;
  /** Requested scopes, separated by spaces (RFC 6749 section 3.3). Default: "". */
  readonly scopes: string;
  /** URL of the authorization endpoint (RFC 6749 section 3.1); its query is kept. Default: "". */
  readonly authorizationUrl: string;
  /** Redirection URI (RFC 6749 section 3.1.2). If empty: http://localhost:17823/callback, or a free port when that one is busy. Default: "". */
  readonly callbackUrl: string;
  /** Proof Key for Code Exchange with S256 (RFC 7636); the method plain is not supported. Default: true. */
  readonly pkce: boolean;
  /** The browser carries only a reference to the request (RFC 9126). Filled by discovery if the provider requires it (section 5). Default: false. */
  readonly pushAuthorizationRequest: boolean;
  /** URL of the pushed authorization request endpoint (RFC 9126 section 2). Default: "". */
  readonly pushedAuthorizationRequestUrl: string;
  /** Default: "". */
  readonly username: string;
  /** Sent unchanged, including spaces at its ends. Default: "". */
  readonly password: string;
  /** URL of the device authorization endpoint (RFC 8628 section 3.1). Default: "". */
  readonly deviceAuthorizationUrl: string;
  /** Token of the party on whose behalf a token is requested (RFC 8693 section 2.1), such as { "$token": "other-profile" }. Default: "". */
  readonly subjectToken: string;
  /** Identifier of the type of the subject token (RFC 8693 section 3). Default: "urn:ietf:params:oauth:token-type:access_token". */
  readonly subjectTokenType: string;
  /** Token of the party that acts for the subject (RFC 8693 section 2.1); empty if there is none. Default: "". */
  readonly actorToken: string;
  /** Identifier of the type of the actor token (RFC 8693 section 3). Default: "urn:ietf:params:oauth:token-type:access_token". */
  readonly actorTokenType: string;
  /** Identifier of the type of the requested token (RFC 8693 section 2.1); empty: the provider chooses. Default: "". */
  readonly requestedTokenType: string;
  /** A JWT that the provider accepts as a grant (RFC 7523 section 2.1); empty: signed with the assertion key. Default: "". */
  readonly assertion: string;
  /** Private key that signs the assertion (RFC 7523 section 3): unencrypted, as PEM or JWK. Default: "". */
  readonly assertionKey: string;
  /** Claim sub: the user or account of the token (RFC 7523 section 3); empty: the issuer of the assertion. Default: "". */
  readonly assertionSubject: string;
  /** Claim iss of the assertion (RFC 7523 section 3); empty: the client ID. Default: "". */
  readonly assertionIssuer: string;
  /** Claim aud of the assertion (RFC 7523 section 3); empty: the token URL. Default: "". */
  readonly assertionAudience: string;
  /** Header parameter kid of the assertion (RFC 7515 section 4.1.4); empty: that of a JWK. Default: "". */
  readonly assertionKeyId: string;
  /** Signature algorithm of the assertion (RFC 7518). Default: "RS256". */
  readonly assertionAlgorithm: "RS256" | "PS256" | "ES256" | "EdDSA";
  /** Added to the assertion as strings, such as scope (RFC 7523 section 3). Default: []. */
  readonly assertionClaims: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  /** Filled by discovery; responses of another issuer are rejected (RFC 9207). Default: "". */
  readonly issuer: string;
  /** Filled by discovery: an authorization response without its issuer is rejected (RFC 9207 section 2.4). Default: false. */
  readonly issuerAnnounced: boolean;
  /** auto: a method that discovery found, else basic with a client secret, else none; basic-raw: basic without form encoding, for servers that do not decode it; tls_client_auth (RFC 8705 section 2): the certificate that network.clientCertificates names for the endpoint. Default: "auto". */
  readonly clientAuthentication:
    | "auto"
    | "basic"
    | "basic-raw"
    | "post"
    | "none"
    | "private_key_jwt"
    | "client_secret_jwt"
    | "tls_client_auth"
    | "self_signed_tls_client_auth";
  /** Filled by discovery: the client authentication methods of the provider, separated by spaces; auto selects one of them. Default: "". */
  readonly clientAuthenticationMethods: string;
  /** Filled by discovery: used in place of the other URL with a client certificate (RFC 8705 section 5). Default: "". */
  readonly mtlsTokenUrl: string;
  /** Filled by discovery: used in place of the other URL with a client certificate (RFC 8705 section 5). Default: "". */
  readonly mtlsDeviceAuthorizationUrl: string;
  /** Filled by discovery: used in place of the other URL with a client certificate (RFC 8705 section 5). Default: "". */
  readonly mtlsRevocationUrl: string;
  /** Filled by discovery: used in place of the other URL with a client certificate (RFC 8705 section 5). Default: "". */
  readonly mtlsPushedAuthorizationRequestUrl: string;
  /** Signs the assertion of private_key_jwt (RFC 7523 section 2.2): an unencrypted private key as PEM or JWK. Default: "". */
  readonly privateKey: string;
  /** Header parameter kid of the assertion (RFC 7515 section 4.1.4); empty: that of a JWK. Default: "". */
  readonly keyId: string;
  /** Signature algorithm of the assertion (RFC 7518). Default: "RS256". */
  readonly algorithm: "RS256" | "PS256" | "ES256" | "EdDSA";
  /** Issuer (else the token URL): no other server accepts the assertion. Token URL: for providers that accept only that (RFC 7523 section 3). Default: "issuer". */
  readonly clientAssertionAudience: "issuer" | "token_endpoint";
  /** Sent as the parameter audience, which some providers require. Default: "". */
  readonly audience: string;
  /** Resource indicators: absolute URIs (RFC 8707). Default: []. */
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
  /** Such as Origin, which some providers require. Default: []. */
  readonly tokenHeaders: readonly {
    readonly name: string;
    readonly value: string;
  }[];
  /** URL of the revocation endpoint (RFC 7009), used when the token is cleared. Default: "". */
  readonly revocationUrl: string;
  /** Filled by discovery: the keys that verify the signature of an ID token. Default: "". */
  readonly jwksUrl: string;
  /** Which token is attached to requests. Default: "access_token". */
  readonly use: "access_token" | "id_token";
  /** query: as the parameter access_token (RFC 6750 section 2.3), for servers that accept no header. Default: "header". */
  readonly addTo: "header" | "query";
  /** Token types of the provider that its documentation sends as Bearer, separated by spaces, such as bot user; tokens of other types are not attached (RFC 6749 section 7.1). Default: "". */
  readonly bearerTypes: string;
  /** Binds tokens to a key that is stored with them; each request proves possession of it (RFC 9449). A provider that issues an unbound token is refused. Default: false. */
  readonly dpop: boolean;
  /** Signature algorithm of the proofs (RFC 9449 section 4.2); discovery selects one that the provider accepts. Default: "ES256". */
  readonly dpopAlgorithm: "ES256" | "EdDSA" | "RS256" | "PS256";
  /** A request that needs a token gets one with the password grant; with client credentials it always does. Default: false. */
  readonly autoFetch: boolean;
  /** Allows http for endpoints on other machines; each use adds a warning. Default: false. */
  readonly allowInsecure: boolean;
  /** Name of the member in which the provider nests its token response, such as data. Default: "". */
  readonly wrappedResponse: string;
  /** Distinguishes tokens of the same client, for example of two accounts. Default: "". */
  readonly label: string;
};
