// What surrounds a copied curl command: prompts, comments, pipes, redirections, here-documents.

import { describe, expect, it } from "vitest";
import { dataBody } from "./data.js";
import { createFormBody } from "./form.js";
import { parseCurl } from "./parse-curl.js";
import { shellCommand } from "./shell-command.js";

const read = (text: string) => shellCommand(text, { NAME: "anna" });
const reply = "The redirection of the output is left out. -o FILE saves the reply.";
const rest = "What follows the curl command is left out.";

describe("around the command", () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    ["a pipe", "curl h | jq '.a' | head -1", ["curl", "h"], [rest]],
    ["a pipe of both streams", "curl h |& cat", ["curl", "h"], [rest]],
    ["a second command", "curl h && echo 'done", ["curl", "h"], [rest]],
    ["another one for a failure", "curl h || exit 1", ["curl", "h"], [rest]],
    ["a semicolon at the end", "curl h;", ["curl", "h"], []],
    ["the background", "curl 'h?a&b' &", ["curl", "h?a&b"], []],
    ["a redirection", "curl h > out.json", ["curl", "h"], [reply]],
    ["a redirection before the address", "curl >>out.json h", ["curl", "h"], [reply]],
    ["a redirection of both streams", "curl h &> 'out put'", ["curl", "h"], [reply]],
    ["redirections to nowhere", "curl h >/dev/null 2>&1", ["curl", "h"], []],
    ["a redirection of the errors", "curl h -m 2 2> errors 3>&-", ["curl", "h", "-m", "2"], []],
    ["a comment", "curl h \\\n  -d a # the 'body\n", ["curl", "h", "-d", "a"], []],
    ["a comment before the command", "# Create it\ncurl h#top", ["curl", "h#top"], []],
    ["the prompt of root", "# curl h", ["curl", "h"], []],
    ["the prompt of cmd.exe", "C:\\Users\\a b> curl h", ["curl", "h"], []],
  ])("%s", (_name, text, words, notes) => {
    expect(read(text)).toEqual({ words, notes });
  });

  it("the prompt and the path of a Windows program", () => {
    const text = "PS C:\\> C:\\windows\\curl.exe h `\n>> -d a";
    expect(read(text).words).toEqual(["C:\\windows\\curl.exe", "h", "-d", "a"]);
  });
});

describe("PowerShell, as Windows 10 passes arguments:", () => {
  it.each([
    ["escaped quotes in one line", `curl.exe -d '{\\"a\\":\\"b c\\"}' h`],
    ["doubled quotes", `PS C:\\> curl -d '{""a"": ""b c""}' \`\n>> h`],
  ])("%s", (_name, text) => {
    expect(read(text).words[2]?.replaceAll(" ", "")).toBe('{"a":"bc"}');
  });

  it("a command of curl.exe for a POSIX shell is one", () => {
    const text = `curl.exe -H "x: \\"1\\"" -d '{"a":"b"}' h`;
    expect(read(text).words).toEqual(["curl.exe", "-H", 'x: "1"', "-d", '{"a":"b"}', "h"]);
  });
});

describe("the input", () => {
  it.each([
    ["a here-document", "curl -d @- h <<EOF\n{\"a\":\n  '$NAME \\$5'}\nEOF\n", "{\"a\":\n  'anna $5'}\n"],
    ["a quoted name: nothing is replaced", "curl -d @- h << 'E'\n$NAME \\$5 `id`\nE", "$NAME \\$5 `id`\n"],
    ["a quote in a here-document", 'curl -d @- h <<E\n"\\"\nE', '"\\"\n'],
    ["tabs before the lines", "curl -d @- h <<-E\n\t\ta\n\tb\n\tE", "a\nb\n"],
    ["options after the name", "curl -d @- <<E h\na\nE", "a\n"],
    ["line ends of Windows", "curl -d @- h <<E\r\na\r\nE\r\n", "a\n"],
    ["no last line", "curl -d @- h <<E\na", "a\n"],
    ["the end of the text", "curl -d @- h <<E\na\n", "a\n"],
    ["a continued line", "curl -d @- <<E \\\n  h\na\nE\n", "a\n"],
    ["a comment that is not continued", "curl -d @- h <<E # b \\\na\nE\n", "a\n"],
    ["the last of two", "curl -d @- h <<A <<B\na\nA\nb\nB\n", "b\n"],
    ["a here-string after a here-document", "curl -d @- h <<A <<< b\na\nA\n", "b\n"],
    ["nothing", "curl -d @- h <<E\nE", ""],
    ["a here-string", 'curl -d @- h <<< "{\\"a\\":\'$NAME\'}"', "{\"a\":'anna'}\n"],
  ])("%s", (_name, text, input) => {
    const command = read(text);
    expect(command).toEqual({
      words: expect.arrayContaining(["curl", "-d", "@-", "h"]) as unknown,
      notes: [],
      input: { text: input },
    });
    expect(command.words).toHaveLength(4);
  });

  it("what follows a here-document is another command", () => {
    expect(read("curl -d @- h <<E\na\nE\necho b")).toMatchObject({
      words: ["curl", "-d", "@-", "h"],
      notes: [rest],
    });
  });

  it("a pipe stands before its here-document", () => {
    expect(read("curl -d @- h <<E | jq .\na\nE\n")).toEqual({
      words: ["curl", "-d", "@-", "h"],
      notes: [rest],
      input: { text: "a\n" },
    });
  });

  it("a command in a here-document is refused", () => {
    expect(() => read("curl -d @- h <<E\n$(id)\nE")).toThrow("runs another command inside");
  });

  it("becomes the data", () => {
    const { data } = parseCurl("curl --data-binary @- --data-urlencode n@- h <<< a", {});
    expect(data).toEqual([
      { source: { text: "a\n" } },
      { source: { text: "a\n" }, name: "n", isEncoded: true },
    ]);
  });

  it("becomes the query", () => {
    const { query } = parseCurl("curl --url-query n@- h <<< a", {});
    expect(query).toEqual([{ source: { text: "a\n" }, name: "n", isEncoded: true }]);
  });

  it("may be a file", () => {
    expect(parseCurl("curl -d @- h < a.json", {}).data).toEqual([
      { source: { path: "a.json" }, isOneLine: true },
    ]);
    expect(parseCurl("curl -T - h/ < a.json", {})).toMatchObject({
      url: "http://h/",
      data: [{ source: { path: "a.json" } }],
    });
  });
});

describe("a pipe into the command", () => {
  it.each([
    ["echo", 'echo \'{"a":\' "1}" | curl -d @- h', { text: '{"a": 1}\n' }],
    ["echo without a line end", "$ echo -n $NAME | curl -d @- h", { text: "anna" }],
    ["echo with escapes", "echo -ne 'a\\tb' | curl -d @- h", { text: "a\tb" }],
    [
      "echo with octal digits",
      String.raw`echo -e '\0101\101\"\q' | curl -d @- h`,
      { text: 'A\\101\\"\\q\n' },
    ],
    ["printf with octal digits", String.raw`printf '\101\"\q' | curl -d @- h`, { text: 'A"\\q' }],
    ["echo of nothing", "echo | curl -d @- h", { text: "\n" }],
    ["printf, repeated for each argument", "printf '%s=%%\\n' a b | curl -d @- h", { text: "a=%\nb=%\n" }],
    ["a file", "cat a.json | curl -d @- h", { path: "a.json" }],
    ["a file through two programs", "cat < a.json | cat - | curl -d @- h", { path: "a.json" }],
    ["a here-document", "cat <<EOF | curl -d @- h\na\nEOF\n", { text: "a\n" }],
    ["an input of its own, which it reads instead", "echo a | curl -d @- h <<< b", { text: "b\n" }],
  ])("of %s", (_name, text, input) => {
    expect(read(text)).toEqual({ words: ["curl", "-d", "@-", "h"], notes: [], input });
  });

  it.each([
    ["jq -n '{a: 1}' | curl -d @- h"],
    ["cat a b | curl -d @- h"],
    ["cat -A a | curl -d @- h"],
    ["printf '%d' 1 | curl -d @- h"],
    ["echo a | tr a b | curl -d @- h"],
    ['echo {"a":1} | curl -d @- ^\n h'],
  ])("of what only a shell can do is refused: %s", (text) => {
    expect(() => read(text)).toThrow("reads what another program prints");
  });

  it("is nothing of its own without curl", () => {
    expect(read("jq . a.json | head -1").words).toEqual(["head", "-1"]);
  });
});

it("bytes that are no text are refused", () => {
  expect(() => read(String.raw`curl -d $'\xff\xfe' h`)).toThrow("bytes that are not UTF-8");
});

describe("the file - without an input", () => {
  const files = {
    read: () => new Uint8Array(),
    body: () => ({ open: async function* () {}, replayable: true }),
  };
  const form = { text: "a=@-", isLiteral: false };

  it.each<[string, () => unknown]>([
    ["-d @-", () => dataBody(parseCurl("curl -d @- h", {}).data, "&", files)],
    ["-T -", () => dataBody(parseCurl("curl -T - h", {}).data, "&", files)],
    ["-F a=@-", () => createFormBody([form], files)],
  ])("cannot be read: %s", (_name, run) => {
    expect(run).toThrow("reads from a pipe");
  });

  it("leaves its part of a form out where files are not read", () => {
    const missing: string[] = [];
    createFormBody([form], files, { onMissing: (name) => void missing.push(name) });
    expect(missing).toEqual(["a"]);
  });
});
