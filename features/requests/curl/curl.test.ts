// Copied curl commands, and the requests that they mean.

import { createReadStream, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { credentialsOf } from "./credentials.js";
import { dataBody, withDataInQuery } from "./data.js";
import type { CurlFiles } from "./curl-files.js";
import { createFormBody } from "./form.js";
import { parseCurl, type CurlCommand } from "./parse-curl.js";
import { shellWords } from "./shell-command.js";

const files: CurlFiles = {
  read: (path) => readFileSync(path),
  body: (path) => ({ open: () => createReadStream(path), length: statSync(path).size, replayable: true }),
};

const environment = { TOKEN: "t0p s3cret", EMPTY: "" };
const words = (text: string) => shellWords(text, environment);
const parse = (text: string): CurlCommand => parseCurl(text, environment);

describe("the credentials in an address", () => {
  it.each(["--anyauth", "--ntlm", "--negotiate"])("are not sent as Basic with %s", (option) => {
    const { auth, url, notes } = parse(`curl ${option} 'http://u:p@h/a'`);
    expect([auth, url, notes.length]).toEqual([undefined, "http://h/a", 1]);
  });

  it("are those of --digest", () => {
    expect(parse("curl --digest http://u:p@h/a").auth).toEqual({
      type: "digest",
      username: "u",
      password: "p",
    });
  });
});

it("--follow follows redirects", () => {
  expect(parse("curl -X DELETE --follow h").redirect).toBe("follow");
});

it("options of other protocols are left out, and said to be", () => {
  const { notes, url } = parse("curl --ftp-pasv --quote x --haproxy-clientip 1.1.1.1 h");
  expect([url, notes]).toEqual([
    "http://h",
    expect.arrayContaining([expect.stringContaining("a protocol other than HTTP") as string]),
  ]);
});

describe("shell words", () => {
  const situations: readonly (readonly [string, string, readonly string[]])[] = [
    ["blanks", "  a\tb \n c ", ["a", "b", "c"]],
    ["single quotes keep everything", "'a \"b\" \\n $X `c`'", ['a "b" \\n $X `c`']],
    ["double quotes know four escapes", String.raw`"a \"b\" \\ \$ \n"`, [String.raw`a "b" \ $ \n`]],
    ["adjacent quotes form one word", `a'b'"c"d`, ["abcd"]],
    ["an escaped quote between quotes", String.raw`'it'\''s'`, ["it's"]],
    ["an empty word", "a '' b", ["a", "", "b"]],
    ["$'...' with its escapes", String.raw`$'a\n\t\'\\\x41\u00e9\101'`, ["a\n\t'\\Aé\u0041"]],
    ["$'...' with bytes of UTF-8", String.raw`$'\xc3\xa9\xF0\x9F\xA6\x8A'`, ["é🦊"]],
    ["$'...' with bytes in octal digits", String.raw`$'\303\251\xc3\251'`, ["éé"]],
    ["$'...' with control characters", String.raw`$'\cA\c?\x7'`, ["\u0001\u007f\u0007"]],
    ["$'...' with what is no escape", String.raw`$'\q\x\8\?\"'`, [String.raw`\q\x\8?"`]],
    ["$'...' ends at a zero byte", String.raw`$'a\u0000b'c $'\0a' $'a\x00b' $'\c@'`, ["ac", "", "a", ""]],
    ["$'...' beyond the BMP", String.raw`$'\U0001F98A'`, ["🦊"]],
    ["continued lines", "a \\\n  b \\\r\n  c", ["a", "b", "c"]],
    ["a continued word", "ab\\\ncd", ["abcd"]],
    ["a continued line in double quotes", '"ab\\\ncd"', ["abcd"]],
    ["line ends in quotes", "'a\nb'", ["a\nb"]],
    ["escaped blanks", "a\\ b", ["a b"]],
    ["variables, not split again", 'a$TOKEN "x${TOKEN}y"', ["at0p s3cret", "xt0p s3crety"]],
    ["an empty variable", '"$EMPTY"', [""]],
    ["a single dollar sign", "a$ $", ["a$", "$"]],
    ["escaped dollar signs", String.raw`"\$5 \\\$1" '$5'`, ["$5 \\$1", "$5"]],
    ["a variable in single quotes", "'$TOKEN'", ["$TOKEN"]],
    [
      "cmd.exe: carets and continued lines",
      'curl ^"http://h/?a=1^&b=^%^41^" ^\r\n  -d ^"{^\\^"a^\\^":1}^"',
      ["curl", "http://h/?a=1&b=%41", "-d", '{"a":1}'],
    ],
    ["cmd.exe: a line end in quotes", 'curl ^\n -d ^"a^\n\nb^"', ["curl", "-d", "a\nb"]],
    [
      "PowerShell: doubled quotes, continued lines",
      'curl.exe \'http://h/?a=it\'\'s\' `\r\n  -d \'{\\"a\\":"$b"}\' `\n -H "x: `"1`""',
      ["curl.exe", "http://h/?a=it's", "-d", '{"a":"$b"}', "-H", 'x: "1"'],
    ],
    [
      "cmd.exe: carets inside of quotes",
      'curl "https://h/" --data-binary "^{^\\^"a^\\^":^\\^"b c^\\^",^\\^"d^\\^":^[^]^}" --compressed',
      ["curl", "https://h/", "--data-binary", '{"a":"b c","d":[]}', "--compressed"],
    ],
    [
      "cmd.exe: doubled quotes",
      'curl "https://h/" -H "Accept: a" --data-binary "{""a"":{""_id"":""20"",""b"":false,""c"":""x y""}}"',
      ["curl", "https://h/", "-H", "Accept: a", "--data-binary", '{"a":{"_id":"20","b":false,"c":"x y"}}'],
    ],
    [
      "cmd.exe: a path without quotes",
      String.raw`curl -d @C:\a\b.txt -o D:\c\ "https://h/"`,
      ["curl", "-d", String.raw`@C:\a\b.txt`, "-o", "D:\\c\\", "https://h/"],
    ],
    ["cmd.exe: a dollar is a dollar", 'curl ^"$TOKEN^"', ["curl", "$TOKEN"]],
  ];
  it.each(situations)("%s", (_name, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it.each([
    ["an open quote", "a 'b", "A ' of the curl command is not closed."],
    ["an open double quote", 'a "b', 'A " of the curl command is not closed.'],
    ["a part of a word after a pipe", "curl http://h/a|b", "holds a | outside of quotes"],
    ["a part of a word after a semicolon", "curl http://h/a;v=1", "holds a ; outside of quotes"],
    ["an address without quotes", "curl http://h/?a=1&b=2", "holds a & outside of quotes"],
    ["a command as a file", "curl -d @- < <(cat key)", "holds a < outside of quotes"],
    ["a command inside", "curl $(cat url)", "holds a ( outside of quotes"],
    ["a variable of the shell in quotes", 'curl -d "costs $5"', "a variable that only a shell has"],
    ["a variable of the shell", "curl -d $?", "a variable that only a shell has"],
    ["a command inside quotes", 'curl -H "A: $(cat key)"', "runs another command inside"],
    [
      "a variable that is not set",
      'curl -H "A: $NOPE"',
      "uses $NOPE, and there is no such environment variable",
    ],
  ])("%s is refused", (_name, text, message) => {
    expect(() => words(text)).toThrow(message);
  });
});

describe("a request", () => {
  /** What a command means that says no more than `curl https://h/`. */
  const none = {
    method: "GET",
    url: "https://h/",
    headers: [],
    data: [],
    separator: "&",
    isQuery: false,
    redirect: "manual",
    keepsPost: [],
    form: [],
    include: false,
    showSent: false,
    query: [],
    notes: [],
  };
  const urlencoded = ["Content-Type", "application/x-www-form-urlencoded"] as const;
  const json = ["Content-Type", "application/json"] as const;
  const text = (value: string) => ({ source: { text: value } });
  const situations: readonly (readonly [string, string, Partial<CurlCommand>])[] = [
    ["an address", "curl https://h/p", { url: "https://h/p" }],
    ["an address without a scheme", "curl h:8188/p", { url: "http://h:8188/p" }],
    ["--url", "curl --url https://h/p", { url: "https://h/p" }],
    ["an address after --", "curl -s -- https://h/p", { url: "https://h/p" }],
    ["a shell prompt before curl", "$ curl https://h/p", { url: "https://h/p" }],
    ["a path before curl", "/usr/bin/curl https://h/p", { url: "https://h/p" }],
    ["-X", "curl -X DELETE https://h/p", { method: "DELETE", url: "https://h/p" }],
    ["a cluster of short options", "curl -sSLXPUT https://h/", { method: "PUT", redirect: "follow" }],
    [
      "--location-trusted and --post301",
      "curl --location-trusted --post303 --post301 https://h/",
      {
        redirect: "trusted",
        keepsPost: [301, 303],
        notes: [expect.stringContaining("not from https to http") as string],
      },
    ],
    ["--request=", "curl --request=PUT https://h/", { method: "PUT" }],
    ["-I shows headers", "curl -I https://h/", { method: "HEAD", include: true }],
    [
      "options without effect",
      "curl -#fgN --compressed --http2 --no-progress-meter --no-keepalive https://h/",
      {},
    ],
    [
      "headers",
      `curl https://h/ -H 'Accept: text/plain' -H "X-Empty;" -H 'User-Agent:' -A agent -e 'https://r/;auto'`,
      {
        headers: [
          ["Accept", "text/plain"],
          ["X-Empty", ""],
          ["Referer", "https://r/"],
        ],
      },
    ],
    [
      "connection headers from a browser",
      "curl https://h/ -H 'Connection: keep-alive' -H ':authority: h' -H 'Content-Length: 5' --compressed -H 'accept-encoding: gzip'",
      {},
    ],
    ["cookies", "curl https://h/ -b a=1 --cookie 'b=2; c=3'", { headers: [["Cookie", "a=1; b=2; c=3"]] }],
    [
      "-d means POST",
      "curl https://h/ -d a=1 --data-raw @b",
      { method: "POST", headers: [urlencoded], data: [text("a=1"), text("@b")] },
    ],
    [
      "-d with another content type",
      "curl -XPUT https://h/ -H 'content-type: text/plain' -d a",
      { method: "PUT", headers: [["content-type", "text/plain"]], data: [text("a")] },
    ],
    [
      "--json",
      `curl https://h/ --json '{"a":' --json '1}'`,
      {
        method: "POST",
        headers: [["Accept", "application/json"], json],
        data: [text('{"a":'), text("1}")],
        separator: "",
      },
    ],
    ["-G", "curl -G https://h/ -d a=1", { data: [text("a=1")], isQuery: true }],
    [
      "-F",
      "curl https://h/ -F a=@b --form-string c=@d",
      {
        method: "POST",
        form: [
          { text: "a=@b", isLiteral: false },
          { text: "c=@d", isLiteral: true },
        ],
      },
    ],
    [
      "options for the reply",
      "curl -iv -o a.bin -m 2.5 --max-filesize 100 https://h/",
      { include: true, showSent: true, output: "a.bin", timeout: "2.5", maxBytes: "100" },
    ],
  ];
  it.each(situations)("%s", (_name, command, expected) => {
    expect(parse(command)).toEqual({ ...none, ...expected });
  });

  it.each([
    ["an empty text", "", "does not begin with curl"],
    ["another program", "wget https://h/", "does not begin with curl"],
    ["no address", "curl -s", "no address"],
    ["two addresses", "curl https://a/ https://b/", "more than one address"],
    [
      "a misspelt option",
      "curl --dta a https://h/",
      'The curl option --dta is not known. Did you mean "data"?',
    ],
    ["an option without its value", "curl https://h/ -H", "The curl option -H lacks its value."],
    ["-F and -d", "curl https://h/ -F a=b -d c", "both -F and -d"],
    ["a short option of another program", "curl -W https://h/", "The curl option -W is not known."],
    ["an address for several", "curl 'https://h/{a,b}'", "stands for several addresses"],
    ["an address for a range", "curl 'https://h/[1-3]'", "stands for several addresses"],
  ])("%s is refused", (_name, command, message) => {
    expect(() => parse(command)).toThrow(message);
  });

  it.each([
    ["-k", "curl -k https://h/", "The curl option -k is left out. Certificates are always checked."],
    ["-k inside a cluster", "curl -sk https://h/", "The curl option -k is left out."],
    [
      "-x",
      "curl -x http://p:1 https://h/",
      "The section network of the configuration sets how servers are reached, for every request",
    ],
    ["--proxy=", "curl --proxy=http://p:1 https://h/", "The curl option --proxy is left out."],
    ["a cookie file", "curl -b jar.txt https://h/", "a cookie file is left out"],
    ["a header without a colon", "curl -H 'abc123' https://h/", "A header of the curl command has no name"],
    ["a header file", "curl -H @a.txt https://h/", "-H @file is left out"],
    ["a second request", "curl https://h/ --next https://i/", "The curl option --next is left out."],
    [
      "options of curl itself",
      "curl -4 --retry 3 -w '%{http_code}' -D - https://h/",
      "Left out, because only curl itself needs them: -4, --retry, -w, -D.",
    ],
  ])("%s is left out with a note", (_name, command, note) => {
    const { url, notes, headers } = parse(command);
    expect([url, headers]).toEqual(["https://h/", []]);
    expect(notes.join(" ")).toContain(note);
  });

  it("repeats no value in an error or a note", () => {
    expect(() => parse("curl --x-key=TOPSECRET h")).toThrow(/^(?!.*TOPSECRET)/);
    for (const command of ["curl -x TOPSECRET -k https://h/", "curl -H TOPSECRET h", "curl -b TOPSECRET h"])
      expect(parse(command).notes.join(" ")).toMatch(/^(?!.*TOPSECRET)./);
  });

  it.each(["--ntlm", "--negotiate", "--anyauth"])("%s does not make Basic of -u", (option) => {
    expect(parse(`curl ${option} -u a:b https://h/`)).not.toHaveProperty("auth");
  });

  it("names a method in lower case that is sent in upper case, and no other one", () => {
    const noted = (method: string) => parse(`curl -X ${method} http://h/`).notes;
    const note = "The method is sent in upper case, as servers expect it.";
    expect([...noted("post"), ...noted("Get")]).toEqual([note, note]);
    expect([...noted("POST"), ...noted("purge")]).toEqual([]);
  });

  it("--url-query takes a value as it is after a +, and encodes any other one", () => {
    expect(parse("curl --url-query +a%20b --url-query c=d http://h/").query).toEqual([
      { source: { text: "a%20b" } },
      { source: { text: "d" }, name: "c", isEncoded: true },
    ]);
  });

  it("--aws-sigv4 signs with the keys of -u", () => {
    expect(parse("curl --aws-sigv4 aws:amz:eu-west-1:es -u AK:S:K https://h/").auth).toEqual({
      type: "aws-sigv4",
      accessKeyId: "AK",
      secretAccessKey: "S:K",
      region: "eu-west-1",
      service: "es",
    });
  });

  it.each([
    ["-T a/b.txt https://h/x", "https://h/x"],
    ["-T a/b.txt https://h/x/", "https://h/x/b.txt"],
    ["-T 'ü b.txt' https://h", "https://h/%C3%BC%20b.txt"],
    ["'https://h/a\\[0\\]?x=\\{y\\}'", "https://h/a[0]?x={y}"],
    ["-g 'https://h/a\\[0\\]'", "https://h/a\\[0\\]"],
    ["'https://h/{a}?x[]=1'", "https://h/a?x[]=1"],
  ])("the address of %s", (options, url) => {
    expect(parse(`curl ${options}`).url).toBe(url);
  });
});

describe("credentials", () => {
  const basic = `Basic ${Buffer.from("ü:p:w").toString("base64")}`;
  const latin = `Basic ${Buffer.from("é:x", "latin1").toString("base64")}`;
  const known = { type: "basic", username: "ü", password: "p:w" };
  const situations: readonly (readonly [string, string, object])[] = [
    ["-u", "-u ü:p:w", { auth: known, headers: [] }],
    ["-u attached", "-uü:p:w", { auth: known, headers: [] }],
    ["-u without a password", "-u me", { auth: { type: "basic", username: "me" }, headers: [] }],
    [
      "--digest",
      "--digest -u me:pw",
      { auth: { type: "digest", username: "me", password: "pw" }, headers: [] },
    ],
    ["--oauth2-bearer", "--oauth2-bearer tok", { auth: { type: "bearer", token: "tok" }, headers: [] }],
    ["a Basic header", `-H 'authorization: ${basic}'`, { auth: known, headers: [] }],
    [
      "a Basic header in Latin-1",
      `-H 'Authorization: ${latin}'`,
      { auth: { type: "basic", username: "é", password: "x" }, headers: [] },
    ],
    [
      "a Bearer header",
      "-H 'AUTHORIZATION: bearer  tok'",
      { auth: { type: "bearer", token: "tok" }, headers: [] },
    ],
    [
      "a header of another scheme",
      "-H 'Authorization: Token abc'",
      { headers: [["Authorization", "Token abc"]] },
    ],
    [
      "an invalid Basic header",
      "-H 'Authorization: Basic ???'",
      { headers: [["Authorization", "Basic ???"]] },
    ],
    [
      "-u replaces the header",
      "-u ü:p:w -H 'Authorization: Token abc' -H 'A: b'",
      { auth: known, headers: [["A", "b"]] },
    ],
    [
      "other headers are kept",
      "-H 'Authorization: Bearer t' -H 'X-Api-Key: k'",
      { auth: { type: "bearer", token: "t" }, headers: [["X-Api-Key", "k"]] },
    ],
  ];
  it.each(situations)("%s", (_name, options, expected) => {
    const { auth, headers, url } = parse(`curl ${options} https://h/`);
    expect({ headers, url, ...(auth && { auth }) }).toEqual({ url: "https://h/", ...expected });
  });

  it.each([
    ["https://me:p%40w@h/a@b", "https://h/a@b", { type: "basic", username: "me", password: "p@w" }],
    ["https://me@h/", "https://h/", { type: "basic", username: "me", password: "" }],
    ["https://a:b@c:d@h/", "https://h/", { type: "basic", username: "a", password: "b@c:d" }],
    ["https://h/?mail=a@b", "https://h/?mail=a@b", undefined],
  ])("from the address %s", (given, url, auth) => {
    const found = credentialsOf({ url: given, headers: [], isDigest: false });
    expect(found).toEqual({ url, headers: [], ...(auth && { auth }) });
  });

  it("from the address do not override a header", () => {
    const headers = [["Authorization", "Token abc"]] as const;
    expect(credentialsOf({ url: "https://me:pw@h/", headers, isDigest: false })).toEqual({
      url: "https://h/",
      headers,
    });
  });
});

describe("data", () => {
  const folder = mkdtempSync(join(tmpdir(), "pictor-curl-"));
  const path = join(folder, "lines.txt");
  writeFileSync(path, "a b\r\nü\u0000\n");
  const body = (options: string): string => {
    const { data, separator } = parse(`curl ${options} http://h/`);
    return Buffer.from(dataBody(data, separator, files) as Uint8Array).toString();
  };
  it.each([
    ["pieces are joined", "-d a=1 -d b=2", "a=1&b=2"],
    ["pieces of JSON are not", `--json '[1,' --json '2]'`, "[1,2]"],
    ["a file loses its line ends", `-d @${path} -d c`, "a bü&c"],
    ["a binary file keeps them", `--data-binary @${path} -d c`, "a b\r\nü\u0000\n&c"],
    ["encoded", "--data-urlencode 'a b&ü'", "a+b%26%C3%BC"],
    ["encoded without a name", "--data-urlencode '=a=b'", "a%3Db"],
    ["encoded with a name", "--data-urlencode 'q=a b!'", "q=a+b%21"],
    ["encoded text from a file", `--data-urlencode q@${path}`, "q=a+b%0D%0A%C3%BC%00%0A"],
  ])("%s", (_name, options, expected) => {
    expect(body(options)).toBe(expected);
  });

  it("streams a single file", () => {
    expect(dataBody([{ source: { path } }], "&", files)).toMatchObject({ length: 9, replayable: true });
  });
  it("names a missing file", () => {
    expect(() => body("-d @/nowhere/at/all")).toThrow("/nowhere/at/all");
  });
  it.each([
    ["https://h/", "https://h/?a=1"],
    ["https://h/?x=1", "https://h/?x=1&a=1"],
    ["https://h/?", "https://h/?a=1"],
    ["https://h/?x=1#top", "https://h/?x=1&a=1#top"],
  ])("becomes the query of %s", (url, expected) => {
    expect(withDataInQuery(url, [{ source: { text: "a=1" } }], files)).toBe(expected);
  });

  it("becomes a form with files", () => {
    const { form } = parse(
      `curl http://h/ -F 'pic=@${path};type=text/plain;filename=p.txt' -F a=b -F 't=<${path}' --form-string 's=@x;y'`,
    );
    const { body: bytes, contentType } = createFormBody(form, files);
    const text = Buffer.from(bytes).toString();
    expect(contentType).toMatch(/^multipart\/form-data; boundary=/);
    expect(text).toContain('name="pic"; filename="p.txt"\r\nContent-Type: text/plain\r\n\r\na b\r\nü');
    expect(text).toContain('name="a"\r\n\r\nb\r\n');
    expect(text).toContain('name="t"\r\n\r\na b');
    expect(text).toContain('name="s"\r\n\r\n@x;y\r\n');
    expect(text).toContain("ü\u0000\n\r\n");
  });
});
