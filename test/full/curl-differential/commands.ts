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
curl ORIGIN/x -d $'a\\u0000b'c\\cA -H $'x-a: \\303\\251\\q'x -d $'\\cA\\x7f'
curl ORIGIN/x --data-raw $'\\0'
curl ORIGIN/x -- 
curl -s ORIGIN/p -d a=b | cat
curl ORIGIN/p -d a=b > /dev/null 2>&1 # the reply
curl ORIGIN/p --json @- <<< '{"a": "b"}'
curl ORIGIN/p --data-binary @- < lines.txt
curl ORIGIN/p -d @- < lines.txt;
curl 'ORIGIN/echo?'
curl 'ORIGIN?'
curl 'ORIGIN/a?#frag'
curl 'ORIGIN/events' -H 'Accept: text/event-stream' -H 'Cache-Control: no-cache' -H 'Last-Event-ID: 7' -N
curl 'ORIGIN/x' -H 'TE: trailers' -H 'Upgrade-Insecure-Requests: 1' -H 'DNT: 1' -H 'Sec-Fetch-Dest: document' -H 'Priority: u=0, i' --compressed
curl 'ORIGIN/x' -H 'Accept-Encoding: gzip, deflate, br, zstd' -H 'Connection: keep-alive' -H 'Pragma: no-cache' --compressed
curl 'ORIGIN/x' -X 'OPTIONS' -H 'Access-Control-Request-Method: POST' -H 'Access-Control-Request-Headers: content-type' -H 'Origin: https://app.example'
curl 'ORIGIN/graphql' -H 'content-type: application/json' --data-raw $'{"query":"query { a(b: \\\\"c\\\\\\\\n\\\\") }","variables":{"x":null}}' --compressed
curl 'ORIGIN/form' -H 'content-type: application/x-www-form-urlencoded' --data-raw 'a=1&b=%20c+d&e=%26%3D&f'
curl 'ORIGIN/up' -H 'content-type: multipart/form-data; boundary=----geckoformboundary1' --data-binary $'------geckoformboundary1\\r\\nContent-Disposition: form-data; name="f"; filename="a.txt"\\r\\nContent-Type: text/plain\\r\\n\\r\\nhi\\r\\n------geckoformboundary1--\\r\\n'
curl 'ORIGIN/x' -H 'If-None-Match: W/"abc"' -H 'If-Modified-Since: Wed, 21 Oct 2015 07:28:00 GMT' -H 'Range: bytes=0-99'
curl 'ORIGIN/x' -H 'X-Json: {"a":"b, c;d=e"}' -H 'X-Quote: "it'\\''s"'
curl 'ORIGIN/x' -H 'Cookie: a="b c"; d=e%3D; f=' -H 'X-Csrf: t=='
curl 'ORIGIN/x' -b 'session=abc; theme=dark; empty='
curl 'ORIGIN/x?a[]=1&a[]=2&b={c}' -g
curl 'ORIGIN/x?url=https%3A%2F%2Fa.example%2F%3Fb%3Dc&next=/d?e=f'
curl 'ORIGIN/x?q=%E6%97%A5%E6%9C%AC&r=%e6%97%a5'
curl 'ORIGIN/x?%24filter=a%20eq%20%27b%27&%24top=5'
curl 'ORIGIN/a;b=c/d,e/@f:g!h$i&j=k(l)*m'
curl 'ORIGIN/odata/Items('\\''x'\\'')?a'
curl --request PATCH --url ORIGIN/x --header 'content-type: application/merge-patch+json' --header 'if-match: "3"' --data '{"a":null}'
curl --request DELETE --url 'ORIGIN/x/1' --header 'authorization: Bearer abc' --data ''
curl --location --request GET 'ORIGIN/x' --header 'Content-Type: application/json' --data '{"q":1}'
curl --location 'ORIGIN/x' --header 'Authorization: Bearer a.b-c_d~e+f/g=='
curl --location 'ORIGIN/x' --form 'file=@"a.png"' --form 'json="{\\"a\\":[1,2]}";type=application/json'
curl --location 'ORIGIN/x' --data-urlencode 'a=b c' --data-urlencode 'd=é&f'
curl --url 'ORIGIN/x' --user-agent 'Insomnia/11.0' --cookie 'a=b' --header 'accept: application/xml'
curl -X POST 'ORIGIN/x' -H 'accept: */*' -H 'Content-Type: application/json' -d '"just a string"'
curl -X 'POST' 'ORIGIN/pets' -H 'accept: application/json' -H 'Content-Type: application/json' -d '{ "id": 9007199254740993, "x": 1.0 }'
curl -X PUT "ORIGIN/idx/_doc/1?pretty" -H 'Content-Type: application/json' -d'{ "user": "kimchy" }'
curl -XGET "ORIGIN/_search" -H "kbn-xsrf: reporting" -H "Content-Type: application/json" -d'{"size":0}'
curl ORIGIN/v1/charges -u sk_test_abc: -d amount=2000 -d "metadata[order_id]=6735" -d 'expand[]=customer'
curl -s --user 'api:key-3ax6' -G ORIGIN/v3/events --data-urlencode begin='Fri, 3 May 2013 09:00:00 -0000' --data-urlencode ascending=yes -d limit=25
curl -i -H "Accept: application/vnd.github+json" -H "X-GitHub-Api-Version: 2022-11-28" ORIGIN/repos/o/r/issues -d '{"title":"a","labels":["b"]}'
curl ORIGIN/v1/images/edits -H "Authorization: Bearer k" -F "image[]=@a.png" -F "image[]=@a.json" -F 'prompt=Create a "gift" basket; nice'
curl --data "param1=value1&param2=value2" --header "X-Api-Key: a b" --max-time 5 --retry 3 ORIGIN/x
curl -fsSL -H 'Accept: application/octet-stream' -o out.bin ORIGIN/x
curl -v -X POST ORIGIN/x -H "Content-Type: text/xml; charset=utf-8" -H 'SOAPAction: "urn:a#b"' -d '<?xml version="1.0"?><a>&lt;é</a>'
curl 'ORIGIN/x' --data-raw 'a=b' --data-raw '' --data-raw 'c'
curl ORIGIN/x -H 'Trailer: X-Sum' -H 'Via: 1.1 a' -H 'Date: Wed, 21 Oct 2015 07:28:00 GMT'
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
