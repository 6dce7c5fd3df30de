# The launch arguments of ComfyUI, as `--help` lists them.
import argparse

FLAGS = (
    "auto-launch disable-auto-launch windows-standalone-build dont-print-server quick-test-for-ci log-stdout multi-user "
    "cuda-malloc disable-cuda-malloc force-fp32 force-fp16 cpu-vae disable-xformers disable-smart-memory async-offload "
    "deterministic disable-metadata disable-all-custom-nodes disable-api-nodes enable-compress-response-body "
    "force-channels-last disable-ipex-optimize force-upcast-attention dont-upcast-attention"
).split()
ONE_OF = (
    "cpu gpu-only highvram normalvram lowvram novram",
    "fp32-unet fp64-unet bf16-unet fp16-unet fp8_e4m3fn-unet fp8_e5m2-unet",
    "fp16-vae fp32-vae bf16-vae",
    "fp8_e4m3fn-text-enc fp8_e5m2-text-enc fp16-text-enc fp32-text-enc bf16-text-enc",
    "use-split-cross-attention use-quad-cross-attention use-pytorch-cross-attention use-sage-attention use-flash-attention",
)
VALUES = (
    "base-directory output-directory input-directory temp-directory user-directory tls-keyfile tls-certfile "
    "front-end-version front-end-root comfy-api-base database-url default-hashing-function"
).split()
INTEGERS = "cuda-device default-device preview-size".split()


def at_least(version, wanted):
    return [int(part) for part in version.split(".")] >= [int(part) for part in wanted.split(".")]


def parser(version):
    made = argparse.ArgumentParser(prog="main.py")
    add = made.add_argument
    add("--listen", default="127.0.0.1", metavar="IP", nargs="?", const="0.0.0.0,::")
    add("--port", type=int, default=8188)
    add("--enable-cors-header", default=None, metavar="ORIGIN", nargs="?", const="*")
    add("--max-upload-size", type=float, default=100)
    add("--extra-model-paths-config", nargs="+", action="append", metavar="PATH")
    add("--directml", type=int, nargs="?", metavar="DEVICE", const=-1)
    add("--reserve-vram", type=float)
    add("--preview-method", choices=["none", "auto", "latent2rgb", "taesd"], default="none")
    add("--fast", nargs="*")
    add("--verbose", default="INFO", const="DEBUG", nargs="?", choices=["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"])
    add("--whitelist-custom-nodes", nargs="+", default=[])
    for name in FLAGS:
        add("--" + name, action="store_true")
    for names in ONE_OF:
        group = made.add_mutually_exclusive_group()
        for name in names.split():
            group.add_argument("--" + name, action="store_true")
    caches = made.add_mutually_exclusive_group()
    caches.add_argument("--cache-classic", action="store_true")
    caches.add_argument("--cache-none", action="store_true")
    caches.add_argument("--cache-lru", type=int, default=0)
    for name in VALUES:
        add("--" + name, type=str)
    for name in INTEGERS:
        add("--" + name, type=int)
    if at_least(version, "0.4.0"):
        add("--enable-manager", action="store_true", help="Enable the ComfyUI-Manager feature.")
        manager = made.add_mutually_exclusive_group()
        manager.add_argument("--disable-manager-ui", action="store_true")
        manager.add_argument("--enable-manager-legacy-ui", action="store_true")
    return made
