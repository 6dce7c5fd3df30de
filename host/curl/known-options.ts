// Every option of curl that this reader does not act on: whether it has a value, and what is said about it.

const useProfile = "Save the credentials as a profile with `pictor auth set`, and name it with --auth.";
const useConfiguration = "The configuration (`network`) sets how servers are reached, for every request.";
const ofCurl = "";

/** Why an option is left out; empty for one that concerns only how curl works or what it prints. */
interface LeftOut {
  readonly hasValue: boolean;
  readonly short: string;
  /** Undefined: nothing is said, because the request is the same without it. */
  readonly reason: string | undefined;
}

const group = (reason: string | undefined, hasValue: boolean, names: string): readonly [string, LeftOut][] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => {
      const [long = "", short = ""] = name.split("=");
      return [long, { hasValue, short, reason }];
    });

/** By long name; a short one follows after `=`. */
export const leftOut: ReadonlyMap<string, LeftOut> = new Map([
  ...group(
    undefined,
    false,
    "fail=f fail-early fail-with-body http1.1 http2 no-buffer=N no-progress-meter progress-bar=# show-error=S silent=s styled-output no-styled-output disable=q manual=M tcp-nodelay create-dirs no-clobber no-keepalive remote-time=R",
  ),
  ...group(undefined, true, "proto proto-redir proto-default stderr trace trace-ascii"),
  ...group(
    ofCurl,
    false,
    `append=a cert-status compressed-ssh crlf false-start haproxy-protocol http0.9 http1.0=0 http2-prior-knowledge http3 http3-only
     ignore-content-length ipv4=4 ipv6=6 junk-session-cookies=j list-only=l no-alpn no-npn no-sessionid parallel=Z
     parallel-immediate post301 post302 post303 raw remote-header-name=J remote-name-all remove-on-error retry-all-errors
     retry-connrefused ssl ssl-allow-beast ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2=2 sslv3=3
     suppress-connect-headers tcp-fastopen tlsv1=1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-time trace-ids use-ascii=B
     xattr disallow-username-in-url form-escape skip-existing`,
  ),
  ...group(
    ofCurl,
    true,
    `alt-svc ciphers connect-timeout continue-at=C create-file-mode curves delegation dns-interface dns-ipv4-addr dns-ipv6-addr
     dns-servers dump-header=D etag-compare etag-save expect100-timeout happy-eyeballs-timeout-ms hsts interface keepalive-time
     libcurl limit-rate local-port login-options max-redirs output-dir parallel-max random-file rate retry retry-delay
     retry-max-time service-name speed-limit=Y speed-time=y tls-max tls13-ciphers write-out=w trace-config ip-tos vlan-priority`,
  ),
  ...group(
    useConfiguration,
    false,
    "proxy-anyauth proxy-basic proxy-digest proxy-insecure proxy-negotiate proxy-ntlm proxytunnel=p",
  ),
  ...group(
    useConfiguration,
    true,
    `abstract-unix-socket cacert capath cert=E cert-type connect-to crlfile doh-url key key-type noproxy pass pinnedpubkey
     preproxy proxy=x proxy-cacert proxy-cert proxy-header proxy-key proxy-pass proxy-user=U proxy1.0 resolve socks4 socks4a
     socks5 socks5-hostname unix-socket`,
  ),
  ...group(useProfile, false, "negotiate netrc=n netrc-optional ntlm ntlm-wb"),
  ...group(useProfile, true, "netrc-file"),
  ...group("Write its options into the command.", true, "config=K"),
  ...group("Cookies are not kept; send one with -b name=value.", true, "cookie-jar=c"),
  ...group("Write the header into the command: -H 'Range: bytes=...'.", true, "range=r"),
  ...group("Write the header into the command: -H 'If-Modified-Since: ...'.", true, "time-cond=z"),
  ...group("The target is that of the address.", true, "request-target"),
  ...group(
    "Name the scheme that the server accepts: --basic, --digest, or --auth PROFILE.",
    false,
    "anyauth",
  ),
  ...group(
    "Certificates are always checked. To trust a server of your own, name its certificate in the configuration: network.ca.",
    false,
    "insecure=k",
  ),
  ...group(
    "Credentials never leave their origin; redirects are followed without them.",
    false,
    "location-trusted",
  ),
  ...group("The segments . and .. of the address are resolved.", false, "path-as-is"),
  ...group("Name the file: -o FILE.", false, "remote-name=O"),
  ...group("Run the command once for each request; the first one is taken.", false, "next=:"),
]);

/** Schemes that would get the name and the password of `-u`; without them, these must not be sent as Basic. */
export const otherSchemes: ReadonlySet<string> = new Set(["negotiate", "ntlm", "ntlm-wb", "anyauth"]);
