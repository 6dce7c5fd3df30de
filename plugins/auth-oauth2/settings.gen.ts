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
  /** Host, issuer, tenant path or URL of a metadata document, such as login.example.com/realms/studio; discovery fills the endpoints. Default: "". */
  readonly discoveryUrl: string;
  /** Where tokens are requested, such as https://login.example.com/oauth2/token. Default: "". */
  readonly tokenUrl: string;
  /** Client identifier that the provider issued, such as studio-app. Default: "". */
  readonly clientId: string;
  /** Empty for a public client. Default: "". */
  readonly clientSecret: string;
  /** Requested scopes, separated by spaces, such as openid images.read. Default: "". */
  readonly scopes: string;
  /** The page where the user signs in, such as https://login.example.com/oauth2/authorize; its query is kept. Default: "". */
  readonly authorizationUrl: string;
  /** Where the provider sends the browser back. If empty: http://localhost:17823/callback, or a free port when that one is busy. Default: "". */
  readonly callbackUrl: string;
  /** Proof Key for Code Exchange with S256; the method plain is not supported. Default: true. */
  readonly pkce: boolean;
  /** The browser carries only a reference to the request. Filled by discovery if the provider requires it. Default: false. */
  readonly pushAuthorizationRequest: boolean;
  /** Where the request is pushed, such as https://login.example.com/oauth2/par. Default: "". */
  readonly pushedAuthorizationRequestUrl: string;
  /** Default: "". */
  readonly username: string;
  /** Sent unchanged, including leading and trailing spaces. Default: "". */
  readonly password: string;
  /** Where device codes are requested, such as https://login.example.com/oauth2/device. Default: "". */
  readonly deviceAuthorizationUrl: string;
  /** Token of the party on whose behalf a token is requested, such as { "$token": "other-profile" }. Default: "". */
  readonly subjectToken: string;
  /** The type of the subject token, such as urn:ietf:params:oauth:token-type:access_token. Default: "urn:ietf:params:oauth:token-type:access_token". */
  readonly subjectTokenType: string;
  /** Token of the party that acts for the subject; empty if there is none. Default: "". */
  readonly actorToken: string;
  /** The type of the actor token, such as urn:ietf:params:oauth:token-type:access_token. Default: "urn:ietf:params:oauth:token-type:access_token". */
  readonly actorTokenType: string;
  /** The type of the requested token, such as urn:ietf:params:oauth:token-type:access_token; empty: the provider chooses. Default: "". */
  readonly requestedTokenType: string;
  /** A JWT that the provider accepts as a grant; empty: signed with the assertion key. Default: "". */
  readonly assertion: string;
  /** Private key that signs the assertion: unencrypted, as PEM or JWK. Default: "". */
  readonly assertionKey: string;
  /** Claim sub: the user or account of the token; empty: the issuer of the assertion. Default: "". */
  readonly assertionSubject: string;
  /** Claim iss of the assertion; empty: the client ID. Default: "". */
  readonly assertionIssuer: string;
  /** Claim aud of the assertion; empty: the token URL. Default: "". */
  readonly assertionAudience: string;
  /** Header parameter kid of the assertion; empty: the kid of a JWK. Default: "". */
  readonly assertionKeyId: string;
  /** Signature algorithm of the assertion. Default: "RS256". */
  readonly assertionAlgorithm: "RS256" | "PS256" | "ES256" | "EdDSA";
  /** Added to the assertion as strings, such as scope. Default: []. */
  readonly assertionClaims: readonly { readonly name: string; readonly value: string }[];
  /** Filled by discovery; responses of another issuer are rejected. Default: "". */
  readonly issuer: string;
  /** Filled by discovery: an authorization response without its issuer is rejected. Default: false. */
  readonly issuerAnnounced: boolean;
  /** auto: a method that discovery found, else basic with a client secret, else none; basic-raw: basic without form encoding, for servers that do not decode it; tls_client_auth: the certificate that network.clientCertificates names for the endpoint. Default: "auto". */
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
  /** Filled by discovery: used instead of the token URL with a client certificate. Default: "". */
  readonly mtlsTokenUrl: string;
  /** Filled by discovery: used instead of the device authorization URL with a client certificate. Default: "". */
  readonly mtlsDeviceAuthorizationUrl: string;
  /** Filled by discovery: used instead of the revocation URL with a client certificate. Default: "". */
  readonly mtlsRevocationUrl: string;
  /** Filled by discovery: used instead of the pushed authorization request URL with a client certificate. Default: "". */
  readonly mtlsPushedAuthorizationRequestUrl: string;
  /** Signs the assertion of private_key_jwt: an unencrypted private key as PEM or JWK. Default: "". */
  readonly privateKey: string;
  /** Header parameter kid of the assertion; empty: the kid of a JWK. Default: "". */
  readonly keyId: string;
  /** Signature algorithm of the assertion. Default: "RS256". */
  readonly algorithm: "RS256" | "PS256" | "ES256" | "EdDSA";
  /** Issuer (without an issuer, the token URL): no other server accepts the assertion. Token URL: for providers that accept nothing else. Default: "issuer". */
  readonly clientAssertionAudience: "issuer" | "token_endpoint";
  /** Sent as the parameter audience, which some providers require. Default: "". */
  readonly audience: string;
  /** Absolute URIs of the services that the token is for, such as https://images.example.com/. Default: []. */
  readonly resource: readonly string[];
  /** Default: []. */
  readonly authorizationParameters: readonly { readonly name: string; readonly value: string }[];
  /** Default: []. */
  readonly tokenParameters: readonly { readonly name: string; readonly value: string }[];
  /** Such as Origin, which some providers require. Default: []. */
  readonly tokenHeaders: readonly { readonly name: string; readonly value: string }[];
  /** Where tokens are refreshed, for providers with a separate address for this; empty: the token URL. Default: "". */
  readonly refreshUrl: string;
  /** Where a token is revoked when it is cleared, such as https://login.example.com/oauth2/revoke. Default: "". */
  readonly revocationUrl: string;
  /** Filled by discovery: the keys that verify the signature of an ID token. Default: "". */
  readonly jwksUrl: string;
  /** Which token is attached to requests. Default: "access_token". */
  readonly use: "access_token" | "id_token";
  /** query: as the parameter access_token, for servers that accept no header. Default: "header". */
  readonly addTo: "header" | "query";
  /** Token types that are sent as Bearer according to the provider's documentation, separated by spaces, such as bot user; tokens of other types are not attached. Default: "". */
  readonly bearerTypes: string;
  /** Binds tokens to a key that is stored with them; each request proves possession of it. A provider that issues an unbound token is refused. Default: false. */
  readonly dpop: boolean;
  /** Signature algorithm of the proofs; discovery selects one that the provider accepts. Default: "ES256". */
  readonly dpopAlgorithm: "ES256" | "EdDSA" | "RS256" | "PS256";
  /** Whether a request that needs a token gets one with the password grant; with client credentials, it always does. Default: false. */
  readonly autoFetch: boolean;
  /** Allows http for endpoints on other machines; each use adds a warning. Default: false. */
  readonly allowInsecure: boolean;
  /** json: for providers that refuse the form of RFC 6749; also used for device codes and revocations. Default: "form". */
  readonly tokenRequestFormat: "form" | "json";
  /** Name of the member in which the provider nests its token response, such as data. Default: "". */
  readonly wrappedResponse: string;
  /** Distinguishes tokens of the same client, for example of two accounts. Default: "". */
  readonly label: string;
};
