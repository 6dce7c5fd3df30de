// Every option of curl: whether it has a value, its short name, and what becomes of it.

/** Those that make up the request, with their short names. */
const withValue = {
  "aws-sigv4": "",
  cookie: "b",
  data: "d",
  "data-ascii": "",
  "data-binary": "",
  "data-raw": "",
  "data-urlencode": "",
  form: "F",
  "form-string": "",
  header: "H",
  json: "",
  "max-filesize": "",
  "max-time": "m",
  "oauth2-bearer": "",
  output: "o",
  referer: "e",
  request: "X",
  "upload-file": "T",
  url: "",
  "url-query": "",
  user: "u",
  "user-agent": "A",
} as const;

const flags = {
  basic: "",
  compressed: "",
  digest: "",
  follow: "",
  get: "G",
  globoff: "g",
  head: "I",
  include: "i",
  location: "L",
  "location-trusted": "",
  post301: "",
  post302: "",
  post303: "",
  verbose: "v",
} as const;

/** An option that makes up the request. */
export type CurlOption = keyof typeof withValue | keyof typeof flags;

/** What becomes of an option. */
type Use =
  | "used"
  /** Nothing is said, because the request is the same without it. */
  | "ignored"
  /** It concerns only how curl works or what it prints. */
  | "of curl"
  /** It is left out, and this is said about it. */
  | { readonly because: string };

export interface KnownOption {
  readonly hasValue: boolean;
  /** Empty if it has none. */
  readonly short: string;
  readonly use: Use;
}

const because = (reason: string): Use => ({ because: reason });
const useProfile = because(
  "Save the credentials as a profile with `pictor auth set`, and name it with --auth.",
);
const useConfiguration = because(
  "The section network of the configuration sets how servers are reached, for every request.",
);

const ofOtherProtocols = because("It is for a protocol other than HTTP.");

/** Options by their long names, or in a text, in which a short name follows after `=`. */
function group(
  kind: Omit<KnownOption, "short">,
  names: string | Readonly<Record<string, string>>,
): readonly [string, KnownOption][] {
  const pairs: readonly (readonly string[])[] =
    typeof names === "string" ? names.split(/\s+/).map((name) => name.split("=")) : Object.entries(names);
  return pairs.map(([long = "", short = ""]) => [long, { ...kind, short }]);
}
type Names = Parameters<typeof group>[1];
const flagOptions = (use: Use, names: Names) => group({ use, hasValue: false }, names);
const valueOptions = (use: Use, names: Names) => group({ use, hasValue: true }, names);

/** By long name. */
export const knownOptions: ReadonlyMap<string, KnownOption> = new Map([
  ...valueOptions("used", withValue),
  ...flagOptions("used", flags),
  ...flagOptions(
    "ignored",
    "fail=f fail-early fail-with-body http1.1 http2 no-buffer=N no-progress-meter progress-bar=# show-error=S silent=s styled-output no-styled-output disable=q manual=M tcp-nodelay create-dirs no-clobber no-keepalive remote-time=R",
  ),
  ...valueOptions("ignored", "proto proto-redir proto-default stderr trace trace-ascii"),
  ...flagOptions(
    "of curl",
    `append=a cert-status compressed-ssh crlf false-start haproxy-protocol http0.9 http1.0=0 http2-prior-knowledge http3 http3-only
     ignore-content-length ipv4=4 ipv6=6 junk-session-cookies=j list-only=l no-alpn no-npn no-sessionid parallel=Z
     parallel-immediate raw remote-header-name=J remote-name-all remove-on-error retry-all-errors
     retry-connrefused ssl ssl-allow-beast ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2=2 sslv3=3
     suppress-connect-headers tcp-fastopen tlsv1=1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-time trace-ids use-ascii=B
     xattr disallow-username-in-url form-escape skip-existing ca-native doh-cert-status doh-insecure dump-ca-embed mptcp
     out-null ssl-auto-client-cert tls-earlydata version=V`,
  ),
  ...valueOptions(
    "of curl",
    `alt-svc ciphers connect-timeout continue-at=C create-file-mode curves delegation dns-interface dns-ipv4-addr dns-ipv6-addr
     dns-servers dump-header=D etag-compare etag-save expect100-timeout happy-eyeballs-timeout-ms hsts interface keepalive-time
     libcurl limit-rate local-port login-options max-redirs output-dir parallel-max random-file rate retry retry-delay
     retry-max-time service-name speed-limit=Y speed-time=y tls-max tls13-ciphers write-out=w trace-config ip-tos vlan-priority
     ech egd-file engine haproxy-clientip help=h ipfs-gateway keepalive-cnt parallel-max-host sigalgs signature-algorithms
     ssl-sessions`,
  ),
  ...flagOptions(
    ofOtherProtocols,
    `disable-eprt disable-epsv ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control
     mail-rcpt-allowfails metalink sasl-ir tftp-no-options`,
  ),
  ...valueOptions(
    ofOtherProtocols,
    `ftp-account ftp-alternative-to-user ftp-method ftp-port=P ftp-ssl-ccc-mode hostpubmd5 hostpubsha256 knownhosts krb mail-auth
     mail-from mail-rcpt pubkey quote=Q sasl-authzid telnet-option=t tftp-blksize upload-flags`,
  ),
  ...flagOptions(
    useConfiguration,
    `proxy-anyauth proxy-basic proxy-ca-native proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm
     proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel=p socks5-basic socks5-gssapi socks5-gssapi-nec`,
  ),
  ...valueOptions(
    useConfiguration,
    `abstract-unix-socket cacert capath cert=E cert-type connect-to crlfile doh-url key key-type noproxy pass pinnedpubkey
     preproxy proxy=x proxy-cacert proxy-cert proxy-header proxy-key proxy-pass proxy-user=U proxy1.0 resolve socks4 socks4a
     socks5 socks5-gssapi-service socks5-hostname unix-socket proxy-capath proxy-cert-type proxy-ciphers proxy-crlfile
     proxy-key-type proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword
     proxy-tlsuser tlsauthtype tlspassword tlsuser`,
  ),
  ...flagOptions(useProfile, "negotiate netrc=n netrc-optional ntlm ntlm-wb"),
  ...valueOptions(useProfile, "netrc-file"),
  ...valueOptions(because("Write its options into the command."), "config=K"),
  ...valueOptions(
    because("Send a cookie with -b name=value, or keep those of replies: `pictor cookies on`."),
    "cookie-jar=c",
  ),
  ...valueOptions(because("Write the header into the command: -H 'Range: bytes=...'."), "range=r"),
  ...valueOptions(because("Write the header into the command: -H 'If-Modified-Since: ...'."), "time-cond=z"),
  ...valueOptions(because("The target comes from the address."), "request-target"),
  ...flagOptions(
    because("Name the scheme that the server accepts: --basic, --digest, or --auth PROFILE."),
    "anyauth",
  ),
  ...flagOptions(
    because(
      "Certificates are always checked. You can trust the certificate of your own server: the refusal shows its fingerprint, and where to trust it.",
    ),
    "insecure=k",
  ),
  ...flagOptions(because("The segments . and .. of the address are resolved."), "path-as-is"),
  ...flagOptions(because("Name the file: -o FILE."), "remote-name=O"),
  ...flagOptions(because("Run the command once for each request; the first one is taken."), "next=:"),
]);

/** Schemes that would get the name and the password of `-u`; without them, these must not be sent as Basic. */
export const otherSchemes: ReadonlySet<string> = new Set(["negotiate", "ntlm", "ntlm-wb", "anyauth"]);
