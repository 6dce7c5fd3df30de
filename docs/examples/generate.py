"""Generates an image over the local API of Pictor, with the standard library of Python 3.9 alone.

Usage: PICTOR_TOKEN=... python3 generate.py "a red fox" fox.png
"""

import json
import os
import sys
import urllib.request
import uuid

SERVER = os.environ.get("PICTOR_URL", "http://127.0.0.1:8190")
HEADERS = {"Authorization": f"Bearer {os.environ['PICTOR_TOKEN']}", "Content-Type": "application/json"}


def open_path(path, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(SERVER + path, data, {**HEADERS, **headers}))


def main(prompt, target):
    server = json.load(open_path("/v1"))
    request = {"workflow": "txt2img", "params": {"prompt": prompt}}
    with open_path("/v1/jobs", request, **{"Idempotency-Key": str(uuid.uuid4())}) as reply:
        job = json.load(reply)
    since = f"{server['serverId']}:{server['seq']}"
    with open_path(f"/v1/events?job={job['id']}", **{"Last-Event-ID": since}) as events:
        for line in events:
            event = json.loads(line[6:]) if line.startswith(b"data: ") else {}
            if event.get("type") == "progress":
                print(f"\r{event['overall']:.0%}", end="", file=sys.stderr)
            if event.get("type") == "result":
                if event["status"] != "finished":
                    sys.exit(f"The job ended as {event['status']}.")
                break
    with open_path(f"/v1/jobs/{job['id']}/outputs/0") as output, open(target, "wb") as file:
        file.write(output.read())


main(*sys.argv[1:])
