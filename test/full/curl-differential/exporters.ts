// Requests as other programs export them: as text, and as the arguments that their shell gives to curl.

export interface ExportedRequest {
  readonly method?: string;
  /** Path and query. */
  readonly target: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly cookie?: string;
  readonly data?: string;
}

export interface Exported {
  readonly text: string;
  /** The arguments after `curl`; absent if bash reads the text. */
  readonly args?: readonly string[];
}

type Exporter = (origin: string, request: ExportedRequest) => Exported;

/** As developer tools: `[` and the like are escaped, because curl reads them as patterns. */
function toolArguments(origin: string, { method, target, headers = [], cookie, data }: ExportedRequest) {
  const inferred = data === undefined ? "GET" : "POST";
  return [
    [`${origin}${target}`.replace(/[[{}\]]/g, "\\$&")],
    ...(method === undefined || method === inferred ? [] : [["-X", method]]),
    ...headers.map(([name, value]) => ["-H", value === "" ? `${name};` : `${name}: ${value}`]),
    ...(cookie === undefined ? [] : [["-b", cookie]]),
    ...(data === undefined ? [] : [["--data-raw", data]]),
  ];
}

const isOption = (word: string): boolean => word.startsWith("-");
const joined = (
  groups: readonly (readonly string[])[],
  quote: (word: string) => string,
  end: string,
): string =>
  `curl ${groups.map(([first = "", ...rest]) => [isOption(first) && rest.length > 0 ? first : quote(first), ...rest.map(quote)].join(" ")).join(end)}`;

const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, "0");

/** Chrome and Firefox, for bash. */
const bashQuoted = (word: string): string =>
  /[\p{Cc}!']/u.test(word)
    ? `$'${word
        .replaceAll("\\", "\\\\")
        .replaceAll("'", "\\'")
        .replaceAll("\n", "\\n")
        .replaceAll("\r", "\\r")
        .replace(/[\p{Cc}!]/gu, (character) => `\\u${hex(character)}`)}'`
    : `'${word}'`;
const singleQuoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Chrome, Edge and Firefox, for cmd.exe. */
const cmdQuoted = (word: string): string =>
  `^"${word
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replace(/[^a-zA-Z0-9\s_\-:=+~'/.,?;()*`]/g, "^$&")
    .replace(/%(?=[a-zA-Z0-9_])/g, "%^")
    .replace(/\r?\n/g, "^\n\n")}^"`;

const powerShellQuoted = (word: string): string => `'${word.replaceAll('"', '\\"').replaceAll("'", "''")}'`;

/** As Postman, Insomnia and Bruno: long options, and a method beside each body. */
function longArguments(
  origin: string,
  { method, target, headers = [], cookie, data }: ExportedRequest,
  url: readonly string[],
) {
  return [
    ...(method === undefined && data === undefined ? [] : [["--request", method ?? "POST"]]),
    [...url, `${origin}${target}`],
    ...headers.map(([name, value]) => ["--header", value === "" ? `${name};` : `${name}: ${value}`]),
    ...(cookie === undefined ? [] : [["--header", `Cookie: ${cookie}`]]),
    ...(data === undefined ? [] : [["--data-raw", data]]),
  ];
}

export const exporters: Readonly<Record<string, Exporter>> = {
  "Chrome for bash": (origin, request) => ({
    text: joined(toolArguments(origin, request), bashQuoted, " \\\n  "),
  }),
  "Firefox for bash": (origin, request) => ({
    text: joined(
      [...toolArguments(origin, request), ["--compressed"]].map((group) => group),
      bashQuoted,
      " \\\n  ",
    ),
  }),
  "DevTools for cmd.exe": (origin, request) => {
    const groups = toolArguments(origin, request);
    return { text: joined(groups, cmdQuoted, " ^\r\n  "), args: groups.flat() };
  },
  PowerShell: (origin, request) => {
    const groups = toolArguments(origin, request);
    return {
      text: joined(groups, powerShellQuoted, " `\r\n  ").replace("curl", "curl.exe"),
      args: groups.flat(),
    };
  },
  Postman: (origin, request) => ({
    text: joined(
      [["--location", "-g"], ...longArguments(origin, request, [])],
      singleQuoted,
      " \\\n",
    ).replace("--location '-g'", "--location -g"),
  }),
  Insomnia: (origin, request) => ({
    text: joined(
      [["--globoff"], ...longArguments(origin, request, ["--url"])],
      singleQuoted,
      " \\\n  ",
    ).replace("'--globoff'", "--globoff"),
  }),
  Bruno: (origin, request) => ({
    text: joined([...longArguments(origin, request, ["--url"]), ["-g"]], singleQuoted, " \\\n  ").replace(
      "'-g'",
      "-g",
    ),
  }),
};

const json = ["content-type", "application/json"] as const;
const browser = [
  ["accept", "*/*"],
  ["accept-language", "en-GB,en;q=0.9,ja;q=0.8"],
  ["sec-ch-ua", '"Chromium";v="142", "Not)A;Brand";v="8"'],
  ["sec-ch-ua-platform", '"Windows"'],
  ["user-agent", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36"],
] as const;
const boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW";
const multipart = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--${boundary}--\r\n`;

/** What each exporter exports. */
export const requests: Readonly<Record<string, ExportedRequest>> = {
  "a plain address": { target: "/a/b" },
  "a query": { target: "/s?q=a%20b&c=d+e&&f" },
  "brackets in the query": { target: "/s?filter[name]=x&ids[]=1&ids[]=2" },
  "an escape and a colon": { target: "/a%2Fb/c:d;v=1/@me?x=%25" },
  "headers of a browser": { target: "/", headers: browser },
  "an empty header": { target: "/", headers: [["x-empty", ""]] },
  "a header with quotes": { target: "/", headers: [["if-none-match", 'W/"a\\b"']] },
  "a header with $, ` and !": { target: "/", headers: [["x-shell", "$HOME `id` !1 %PATH% ^&|<>"]] },
  cookies: { target: "/", cookie: 'a=1; b="x y"; c=%7B%22d%22%3A1%7D' },
  "a bearer token": { target: "/me", headers: [["Authorization", "Bearer abc.def-ghi"]] },
  "a form": {
    target: "/f",
    headers: [["content-type", "application/x-www-form-urlencoded"]],
    data: "a=1&b=%20+&c=%C3%BC",
  },
  JSON: { target: "/j", headers: [json], data: '{"a":"b","n":[1,2.5,null],"t":true}' },
  "JSON with quotes": { target: "/j", headers: [json], data: `{"a":"it's \\"quoted\\" \\\\ back"}` },
  "JSON over several lines": { target: "/j", headers: [json], data: '{\n  "a": 1,\n  "b": [\n    2\n  ]\n}' },
  "JSON with other scripts": { target: "/j", headers: [json], data: '{"名":"カフェ ☕ é"}' },
  "JSON that looks like a shell": {
    target: "/j",
    headers: [json],
    data: '{"c":"$(id) `id` $X !! #~*?[a] %TEMP%"}',
  },
  "data that begins with @": { target: "/d", headers: [["content-type", "text/plain"]], data: "@not-a-file" },
  "a multipart body": {
    target: "/m",
    headers: [["content-type", `multipart/form-data; boundary=${boundary}`]],
    data: multipart.replaceAll("\r\n", "\n"),
  },
  PUT: { method: "PUT", target: "/p", headers: [json], data: "{}" },
  PATCH: {
    method: "PATCH",
    target: "/p",
    headers: [["content-type", "application/merge-patch+json"]],
    data: "{}",
  },
  DELETE: { method: "DELETE", target: "/p?force=true" },
  "DELETE with a body": { method: "DELETE", target: "/p", headers: [json], data: '{"ids":[1]}' },
  OPTIONS: { method: "OPTIONS", target: "/", headers: [["access-control-request-method", "PUT"]] },
  GraphQL: {
    target: "/graphql",
    headers: [json],
    data: '{"query":"query Q($id: ID!) { node(id: $id) { id } }","variables":{"id":"a"}}',
  },
  XML: {
    target: "/x",
    headers: [["content-type", "text/xml"]],
    data: '<?xml version="1.0"?><a b="c">&amp;</a>',
  },
  "a body of blanks": { target: "/b", headers: [["content-type", "text/plain"]], data: "  a\tb  " },
};
