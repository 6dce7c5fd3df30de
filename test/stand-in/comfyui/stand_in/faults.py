# What goes wrong on purpose: fault.json beside main.py, or PICTOR_STAND_IN, holds a list of faults. See comfyui.test.support.ts.
import ctypes
import json
import logging
import mmap
import os
import signal
import subprocess
import sys
import threading
import time

RESTART_EXIT_CODE = 91
faults = []


def at_start(folder):
    """Reads what shall go wrong, and does what belongs here."""
    path = os.path.join(folder, "fault.json")
    faults.extend(json.loads(os.environ.get("PICTOR_STAND_IN", "[]")))
    faults.extend(read(path))
    for fault in faults:
        if fault["kind"] == "crash-at-start":
            crash(fault)
        if fault["kind"] == "hang-at-start":
            hang(fault)
        if fault["kind"] == "wait-at-start":
            wait(fault["file"])
        if fault["kind"] == "leave-a-child":
            leave_a_child(folder, fault)


def read(path):
    """A fault with `times` strikes so often, and is gone then."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except FileNotFoundError:
        return []
    left = [{**fault, "times": fault.get("times", 0) - 1} if "times" in fault else fault for fault in found]
    if left != found:
        with open(path, "w", encoding="utf-8") as file:
            json.dump([fault for fault in left if fault.get("times", 1) > 0], file)
    return found


def crash(fault):
    message = fault.get("message", "libstandin.so.1: cannot open shared object file: No such file or directory")
    sys.stderr.write("Traceback (most recent call last):\n  File \"main.py\", line 1, in <module>\n    import torch\n")
    sys.stderr.write("ImportError: " + message + "\n")
    sys.exit(fault.get("exitCode", 1))


def hang(fault):
    if fault.get("ignoresSignals", False):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if os.name != "nt":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
    logging.info("Total VRAM 0 MB, total RAM 0 MB")
    sys.stderr.flush()
    while True:
        time.sleep(3600)


def wait(path):
    while not os.path.exists(path):
        time.sleep(0.02)


def leave_a_child(folder, fault):
    """A pack's own process; the folder in its command line tells where it comes from."""
    deaf = "signal.signal(signal.SIGINT, signal.SIG_IGN)\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    code = "import signal, time\n" + (deaf if fault.get("ownGroup", False) else "") + "while True: time.sleep(3600)"
    subprocess.Popen(
        [sys.executable, "-c", code, os.path.join(folder, "a pack's own process")],
        start_new_session=fault.get("ownSession", False),
        preexec_fn=os.setpgrp if fault.get("ownGroup", False) else None,
        stdin=subprocess.DEVNULL,
    )


def restarts_in_place():
    return any(fault["kind"] == "restart" and fault["how"] == "in-place" for fault in faults)


def leader_ends_first():
    return any(fault["kind"] == "leader-ends-first" for fault in faults)


def end_leader():
    """
    As in ComfyUI, which has threads: the leader is a zombie while another thread holds the port, and no signal ends that
    sooner, because the system releases the memory of the process first. Many mappings of one small file make that slow.
    """
    file = os.memfd_create("memory")
    os.ftruncate(file, 1 << 24)
    populate = 0x8000
    mappings = 1536
    held = [mmap.mmap(file, 1 << 24, flags=mmap.MAP_SHARED | populate) for _ in range(mappings)]

    def end():
        time.sleep(0.05)
        os._exit(len(held) - mappings)

    threading.Thread(target=end).start()
    ctypes.CDLL(None).pthread_exit(None)


def for_server():
    """Those that strike inside the server's own process."""
    inside = ("crash-at-step", "ignore-sigint", "restart", "hold-port", "leader-ends-first")
    return [fault for fault in faults if fault["kind"] in inside]


def serve_options():
    """Those that the embedded server knows itself."""
    known = [fault["fault"] for fault in faults if fault["kind"] == "server"]
    return {"control": True, "faults": known} if known else {}
