"""A panel in a terminal: a form, live preview, questions; Ctrl-C cancels. Needs Python 3.9, and no package.

Usage: PICTOR_TOKEN=... python3 panel.py fox.png
"""

import json
import os
import sys
import urllib.error
import urllib.request

SERVER = os.environ.get("PICTOR_URL", "http://127.0.0.1:8190")
HEADERS = {"Authorization": f"Bearer {os.environ['PICTOR_TOKEN']}", "Content-Type": "application/json"}


def call(path, body=None, **headers):
    data = {} if body is None else {"data": json.dumps(body).encode()}
    try:
        return urllib.request.urlopen(urllib.request.Request(SERVER + path, headers={**HEADERS, **headers}, **data))
    except urllib.error.HTTPError as refusal:
        sys.exit(json.load(refusal)["detail"])


fields = json.load(call("/v1/workflows/txt2img"))["params"]["properties"]
basic = {name: input(f"{field['title']}: ") for name, field in fields.items() if not field.get("x-advanced")}
given = {name: text if fields[name]["type"] == "string" else json.loads(text) for name, text in basic.items() if text}
server = json.load(call("/v1"))
job = f"/v1/jobs/{json.load(call('/v1/jobs', {'workflow': 'txt2img', 'params': given}))['id']}"
try:
    for line in call(f"/v1/events?job={job[9:]}", **{"Last-Event-ID": f"{server['serverId']}:{server['seq']}"}):
        event = json.loads(line[6:]) if line.startswith(b"data: ") else {"type": "comment"}
        print(f"\r{event['overall']:.0%}" if event["type"] == "progress" else "", end="", file=sys.stderr)
        if event["type"] == "question":
            question = event["question"]
            choice = input(f"{question['title']} {[choice['id'] for choice in question['choices']]} ")
            call(f"/v1/questions/{question['id']}", {"choice": choice})
        if event["type"] == "preview" or event.get("status") == "finished":
            open(sys.argv[1], "wb").write(call(event.get("href", f"{job}/outputs/0")).read())
        if event["type"] == "result":
            why = event.get("error") or event.get("veto") or {}
            reason = f"The job is {event['status']}. {why.get('what') or why.get('message', '')}"
            sys.exit(0 if event["status"] == "finished" else reason)
except KeyboardInterrupt:
    sys.exit(f"The job is {json.load(call(f'{job}/cancel', {}))['state']}.")
