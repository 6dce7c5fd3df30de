# Stands for ComfyUI in tests: its launch arguments, its start lines, its way of loading packs. The server is Pictor's own.
import json
import logging
import os
import signal
import socket
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from comfyui_version import __version__
from stand_in import faults, packs
from stand_in.launch_arguments import parser

arguments = parser(__version__).parse_args()
logging.basicConfig(
    level=getattr(logging, arguments.verbose if isinstance(arguments.verbose, str) else "INFO"),
    format="%(message)s",
    stream=sys.stdout if arguments.log_stdout else sys.stderr,
)


def serve_options(base, classes):
    """What the embedded server is told."""
    listen = arguments.listen.split(",")
    options = {
        "host": "::" if "::" in listen else listen[0],
        "port": arguments.port,
        "directory": base,
        "previews": "none" if arguments.preview_method == "none" else "auto",
        "maxUploadSize": arguments.max_upload_size,
        "multiUser": arguments.multi_user,
    }
    for name in ("output", "input", "temp"):
        folder = getattr(arguments, name + "_directory")
        if folder is not None:
            options[name + "Directory"] = os.path.abspath(folder)
    if arguments.enable_cors_header is not None:
        options["corsOrigin"] = arguments.enable_cors_header
    given = {"options": {**options, **faults.serve_options()}, "addresses": listen, "classes": classes}
    return json.dumps({**given, "says": not arguments.dont_print_server})


def start_packs(base):
    """Loads the packs as ComfyUI does; the path of the file with what they brought."""
    folder = os.path.join(base, "custom_nodes")
    skips_manager = getattr(arguments, "enable_manager", False)
    allowed = arguments.whitelist_custom_nodes if arguments.disable_all_custom_nodes else None
    packs.run_prestartup_scripts(folder, skips_manager, allowed)
    classes = packs.load(folder, skips_manager, allowed, config["coreClasses"])
    user = arguments.user_directory or os.path.join(base, "user")
    os.makedirs(user, exist_ok=True)
    path = os.path.join(user, "classes-%d.json" % os.getpid())
    with open(path, "w", encoding="utf-8") as file:
        json.dump(classes, file)
    return path


def look_around():
    """What ComfyUI needs from its environment, and says of it."""
    for name in config["imports"]:
        __import__(name)
    if getattr(arguments, "enable_manager", False):
        try:
            import comfyui_manager
            logging.info("[START] ComfyUI-Manager %s", comfyui_manager.__version__)
        except ImportError:
            logging.warning("The comfyui_manager package is not installed; --enable-manager is ignored.")
    logging.info("Python version: %s", sys.version.replace("\n", " "))
    logging.info("ComfyUI version: %s", __version__)
    logging.info("[Prompt Server] web root: %s", os.path.join(HERE, "web"))


def hold_port():
    """The port belongs to this process, and the server serves it; the descriptor of the socket."""
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        held.bind((arguments.listen, arguments.port))
    except OSError as error:
        sys.exit("OSError: [Errno %d] error while attempting to bind: address already in use" % error.errno)
    held.listen()
    os.environ["PICTOR_STAND_IN_SOCKET"] = str(held.fileno())
    return held.detach()


def become(command):
    """The server takes this process's place: its pid, its signals. Windows has no such thing."""
    sys.stderr.flush()
    sys.stdout.flush()
    outlives = faults.leader_ends_first()
    if os.name != "nt" and not outlives and not faults.restarts_in_place():
        os.execv(command[0], command)
    held = (hold_port(),) if outlives else ()
    child = subprocess.Popen(command, pass_fds=held) if held else subprocess.Popen(command)
    pass_on = lambda number, _frame: child.poll() is None and child.send_signal(number)
    signal.signal(signal.SIGINT, pass_on)
    if os.name != "nt":
        signal.signal(signal.SIGTERM, lambda *_: (child.kill(), os._exit(143)))
    ended = child.wait()
    if outlives and ended == 0:
        faults.end_leader()
    if faults.restarts_in_place() and ended == faults.RESTART_EXIT_CODE:
        logging.info("Restarting...")
        os.execv(sys.executable, [sys.executable] + sys.argv)
    sys.exit(ended if ended >= 0 else 128 - ended)


with open(os.path.join(HERE, "stand-in.json"), encoding="utf-8") as file:
    config = json.load(file)
if arguments.tls_keyfile or arguments.tls_certfile:
    sys.exit("The stand-in has no TLS.")
faults.at_start(HERE)
look_around()
base_directory = os.path.abspath(arguments.base_directory or HERE)
classes_file = start_packs(base_directory)
if arguments.quick_test_for_ci:
    sys.exit(0)
if not arguments.dont_print_server:
    logging.info("Starting server\n")
preload = ["--import", config["preload"]] if faults.for_server() else []
os.environ["PICTOR_STAND_IN_FAULTS"] = json.dumps(faults.for_server())
become([config["node"]] + preload + [config["server"], serve_options(base_directory, classes_file)])
