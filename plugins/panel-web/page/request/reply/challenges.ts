// What a reply with the status 401 asks for: the challenges of WWW-Authenticate (RFC 9110, section 11.6.1). Pure.

export interface Challenge {
  /** The scheme as the server writes it, such as `Bearer`. */
  readonly scheme: string;
  /** The parameters, with names in lower case. */
  readonly parameters: Readonly<Record<string, string>>;
}

const token = "[!#$%&'*+.^_`|~\\w-]+";
/** A parameter, or the name of a scheme, in front of the rest of the header. */
const parameter = new RegExp(`^\\s*(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${token}))\\s*(?:,|$)`);
const scheme = new RegExp(`^[\\s,]*(${token})(?:\\s+|,|$)`);
/** A credential in place of parameters, such as that of Negotiate. */
const token68 = /^[\w.~+/-]+=*\s*(?:,|$)/;

/** Reads the challenges as far as they are well-formed. Several lines of the header are separated by commas or line feeds. */
export function challengesOf(header: string): readonly Challenge[] {
  const found: { readonly scheme: string; readonly parameters: Record<string, string> }[] = [];
  let rest = header.replaceAll("\n", ", ").trim();
  while (rest !== "") {
    const [whole, name = "", quoted, plain = ""] = parameter.exec(rest) ?? [];
    const last = found.at(-1);
    if (whole !== undefined && last !== undefined) {
      last.parameters[name.toLowerCase()] = quoted?.replace(/\\(.)/g, "$1") ?? plain;
      rest = rest.slice(whole.length);
      continue;
    }
    const [start, given] = scheme.exec(rest) ?? [];
    if (start === undefined || given === undefined) break;
    found.push({ scheme: given, parameters: {} });
    rest = rest.slice(start.length);
    const [credential] = parameter.test(rest) ? [] : (token68.exec(rest) ?? []);
    // The name of a further scheme looks like a credential; only one of several words is a scheme.
    if (credential !== undefined && /=|[/+]/.test(credential)) rest = rest.slice(credential.length);
  }
  return found;
}

/** The ids of the auth schemes that answer a challenge, the likeliest first. */
const schemesOf: Readonly<Record<string, readonly string[]>> = {
  basic: ["basic"],
  digest: ["digest"],
  bearer: ["oauth2", "bearer"],
  dpop: ["oauth2"],
  apikey: ["api-key"],
  "aws4-hmac-sha256": ["aws-sigv4"],
};

export const answersTo = ({ scheme: name }: Challenge): readonly string[] =>
  schemesOf[name.toLowerCase()] ?? [];

/** A challenge in words, such as `Bearer: The token expired (invalid_token), realm "api"`. */
export function challengeText({ scheme: name, parameters }: Challenge): string {
  const { realm, error, error_description: description, scope } = parameters;
  const reason = [
    description,
    ...(error === undefined ? [] : [description === undefined ? error : `(${error})`]),
  ]
    .filter((part) => part !== undefined)
    .join(" ");
  const parts = [
    ...(reason === "" ? [] : [reason]),
    ...(scope === undefined ? [] : [`scope ${scope}`]),
    ...(realm === undefined || realm === "" ? [] : [`realm "${realm}"`]),
  ];
  return parts.length === 0 ? name : `${name}: ${parts.join(", ")}`;
}
