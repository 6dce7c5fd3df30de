// Commands as people write them, for bash. ORIGIN is the address of the recording server.

export const commands: readonly string[] = `
curl 'ORIGIN/get?test\\[\\]=1'
curl 'ORIGIN/a\\[1\\]/b?x=\\{y\\}'
curl -g 'ORIGIN/a?x[0]=1&y={z}'
curl 'ORIGIN/{a}/b'
curl -G ORIGIN/s --data-urlencode 'q=a b&c=ü+' -d page=2
curl -G 'ORIGIN/s?x=1' -d 'a=b+c'
curl ORIGIN/s --url-query 'ttl=60' --url-query 'role=admin x'
curl 'ORIGIN/s?a=b' --url-query '+c=d%20e' --url-query '=f g' --url-query name@a.json
curl ORIGIN/ --data-urlencode 'a b' --data-urlencode '=c=d' --data-urlencode 'e=f g' --data-urlencode n@a.json --data-urlencode @a.json
curl ORIGIN/ -d a=1 -d @a.json -d b=2
curl ORIGIN/ -d ''
curl ORIGIN/ -d @a.json
curl ORIGIN/ --data-binary @a.json
curl ORIGIN/ --data-binary @lines.txt -H 'content-type: text/plain'
curl ORIGIN/ -d @lines.txt
curl ORIGIN/ --data-ascii 'x y'
curl ORIGIN/ --json '{"a":1}'
curl ORIGIN/ --json '[1,' --json '2]' -X PUT
curl ORIGIN/ --json @a.json -H 'accept: text/plain'
curl -T a.json ORIGIN/put
curl -T a.json ORIGIN/folder/
curl --upload-file lines.txt ORIGIN/put -H 'content-type: text/plain'
curl -X POST -T a.json ORIGIN/put
curl -I ORIGIN/
curl --head ORIGIN/x -H 'a: b'
curl -X PROPFIND ORIGIN/ -H 'Depth: 1'
curl -X foo ORIGIN/
curl -XPOST ORIGIN/
curl -X GET ORIGIN/ -d '{"query":{}}' -H 'content-type: application/json'
curl -XPOST -Hcontent-type:application/json -d'{"x":1}' ORIGIN/
curl -sSfLXPUT ORIGIN/ -dx
curl -u admin:pass ORIGIN/
curl -u ':only' ORIGIN/
curl -u 'only:' ORIGIN/
curl -u 'usér:pä' ORIGIN/
curl -u 'a@b.c:p@ss:w%rd' ORIGIN/
curl --user a:b -H 'X-A: 1' ORIGIN/
curl 'http://us%40er:p%3Ass@HOST/' -s
curl -H 'Authorization: Token abc' ORIGIN/
curl -H 'Authorization: Basic dXNlcg==' ORIGIN/
curl -H 'Authorization: Basic dXNlcjpwYXNz' ORIGIN/
curl -H 'authorization: bearer abc.def' ORIGIN/
curl --oauth2-bearer abc ORIGIN/
curl -b 'a=1; b=2' ORIGIN/
curl -b a=1 -b b=2 ORIGIN/
curl -H 'Cookie: a=1' -H 'Cookie: b=2' ORIGIN/
curl -H 'X-A: 1' -H 'X-A: 2' -H 'x-a: 3' ORIGIN/
curl -H 'Accept:' -H 'X-Empty;' ORIGIN/
curl -H 'X-Long:   spaced   value  ' ORIGIN/
curl -H $'X-Tab:\\tv' ORIGIN/
curl -H 'X-Name: Zoë 日本' ORIGIN/
curl -H 'no colon' ORIGIN/
curl -H 'Host: other.example' ORIGIN/
curl -A 'agent/1' -e https://r.example/ ORIGIN/
curl -e 'https://r.example/;auto' ORIGIN/
curl 'ORIGIN/a//b/%2F%2e/./c/../d?a=b&a=c&&d'
curl 'ORIGIN/?a=b#frag' -d x=1 -G
curl 'ORIGIN/caf%C3%A9/ü?q=ü'
curl 'ORIGIN/a|b^c?x="a"&y=a\`b'
curl ORIGIN
curl HOST/x
curl --url ORIGIN/x
curl ORIGIN/up -F name=John -F 'doc=@天狗.txt'
curl ORIGIN/up -F 'file=@a.json;type=application/json;filename=b.json' -F 'meta={"a":1,"b":2};type=application/json'
curl ORIGIN/up -H 'Content-Type: multipart/form-data' -F file=@a.json
curl ORIGIN/up -F 'text=<a.json' -F 'bin=<a.png' -F 'plain=<lines.txt'
curl ORIGIN/up -F 'a="quoted; value";type=text/plain' -F 'b=semi;colon'
curl ORIGIN/up --form 'name="John"' --form 'json="{\\"a\\":\\"b\\"}"' --form 'file=@"a.json"'
curl ORIGIN/up -F 'f=@a.json;filename="we\\"ird.json"'
curl ORIGIN/up -F 'na"me=x"y'
curl ORIGIN/up -F 'files=@a.json,a.png'
curl ORIGIN/up -F 'x=1;headers="X-Part: 7"'
curl ORIGIN/up -F 'x=1;type=text/plain; charset=utf-8'
curl ORIGIN/up -F 'x=y;filename=z.txt'
curl ORIGIN/up -F 'image=@a.png;type=image/png' -F 'a=@a.json' -F 'a=@a.png'
curl ORIGIN/up -F 'doc=@page.html' -F 'p=@lines.txt'
curl ORIGIN/up --form-string 'text=@line;type=x'
curl ORIGIN/up -F $'text=line one\\nline two'
curl ORIGIN/up -F '  spaced = value  ' -F 'q= "quoted" '
curl ORIGIN/up -F 'empty=' -F 'quotes=""'
curl ORIGIN/up -F 'path=@sub/inner.svg'
curl -X PUT ORIGIN/up -F a=b
curl ORIGIN/d -d 'a=%41&b=+&c=ü'
curl ORIGIN/d -d 'tmpl={{name}} \${x}'
curl ORIGIN/d --data-raw '@raw' --data-raw 'x'
curl -s -o /dev/null -w '%{http_code}\\n' ORIGIN/
curl -4 --retry 2 --retry-delay 1 --connect-timeout 2 -m 5 ORIGIN/
curl -k -L ORIGIN/
curl -x '' ORIGIN/
curl --compressed --insecure ORIGIN/
curl --proto '=https,http' --tlsv1.2 -fsSL ORIGIN/
curl --path-as-is ORIGIN/a/b
curl -D - -c jar.txt -N -# ORIGIN/
curl --no-keepalive --no-buffer --http1.1 ORIGIN/
curl -i -k -H"Authorization: Bearer key" ORIGIN/
curl -X PUT ORIGIN/ -H 'content-type: application/json' -d '{"mail": "a@b.example", "x": ""}'
curl --request POST --url ORIGIN/up --header 'Content-Type: multipart/form-data' --form key=k --form "data=@a.json;type=application/json"
curl ORIGIN/ -H $'Cookie: c={stamp:\\'tz==\\'%2Cb:true}; d=1' -H 'x: y'
curl -X POST -d "token=abc==123==xyz" ORIGIN/
curl ORIGIN/ -H $'cookie: A\\u0021%2Fp\\u0021B=1; w=\\'\\''
curl ORIGIN/ -X PUT -H 'content-type: application/json' --data '{"a":"\\u4e2d\\\\n"}'
curl --request POST --url ORIGIN/t --header 'Content-Type: multipart/form-data' --form client_id=u --form scope=https://g.example/.default --form 'client_secret=s'
curl -v -X POST -F "name=4444" -F "service-key=zzzz" -F ufile=@"a.json" "ORIGIN/upload"
curl ORIGIN/up -X POST -F attributes='{"name":"t.jpeg", "parent":{"id":"1"}}' -F file=@a.png
curl ORIGIN/ -H 'appId: ' -H 'Origin: http://localhost' --data-binary $'{\\n  "a": null\\n}' --compressed
curl ORIGIN/ --data-binary "{\\"price\\":\\"\\$5\\",\\"x\\":\\"a\\\\nb\\"}" -H "Content-Type: application/json"
curl ORIGIN/x -- 
curl -s ORIGIN/p -d a=b | cat
curl ORIGIN/p -d a=b > /dev/null 2>&1 # the reply
curl ORIGIN/p --json @- <<< '{"a": "b"}'
curl ORIGIN/p --data-binary @- < lines.txt
curl ORIGIN/p -d @- < lines.txt;
`
  .trim()
  .split("\n");

/** Commands whose body another command prints, or stands below. */
export const commandsWithInput: readonly string[] = [
  `echo '{"a": "b\\n"}' | curl ORIGIN/p -H 'content-type: application/json' -d @-`,
  `echo -n 'a b' | curl ORIGIN/p --data-binary @-`,
  `echo -en 'a\\tb\\n' | curl ORIGIN/p --data-binary @- -o /dev/null`,
  `printf '{"n": "%s", "p": "100%%"}\\n' one two | curl ORIGIN/p --json @-`,
  `cat lines.txt | curl ORIGIN/p --data-binary @-`,
  `cat < lines.txt | cat - | curl ORIGIN/p -d @-`,
  'cat <<EOF | curl ORIGIN/p -d @-\n{\n  "a": 1\n}\nEOF\n',
  "curl ORIGIN/p -F 'a=@-' -F b=c <<EOF\none\ntwo\nEOF\n",
  "curl ORIGIN/p -F 'a=@-;filename=a.png' <<< x",
  "curl ORIGIN/p -F 'a=@-;type=text/x;filename=\"q.txt\"' <<< x",
  "curl ORIGIN/p -F 'a=<-' <<'E'\n$one\nE\n",
  "curl ORIGIN/p -F 'a=<-;type=application/json' <<< '{}'",
  "curl ORIGIN/p -F 'a=@-' < a.json",
  "curl ORIGIN/p -F 'a=<-' < page.html",
  "cat a.png | curl ORIGIN/p -F 'a=@-;filename=b'",
  "curl ORIGIN/p -T - <<EOF\none\nEOF\n",
  "curl -T - ORIGIN/folder/ < a.json",
  "echo one | curl -X POST -T . ORIGIN/p -H 'content-type: text/plain'",
];
