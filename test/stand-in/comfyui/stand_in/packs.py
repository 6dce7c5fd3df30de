# Loads packs by ComfyUI's rules, and describes their node classes as /object_info does.
import importlib.util
import logging
import os
import sys
import time
import traceback


def is_pack(folder, name, skips_manager, allowed):
    path = os.path.join(folder, name)
    if name == "__pycache__" or name.endswith(".disabled"):
        return False
    if os.path.isfile(path) and not name.endswith(".py"):
        return False
    if skips_manager and os.path.isdir(path) and "comfyui-manager" in name.lower():
        return False
    return allowed is None or name in allowed


def possible(folder, skips_manager, allowed):
    if not os.path.isdir(folder):
        return []
    return [
        os.path.join(folder, name)
        for name in os.listdir(folder)
        if is_pack(folder, name, skips_manager, allowed)
    ]


def module_name(path):
    base = os.path.basename(path)
    return os.path.splitext(base)[0] if os.path.isfile(path) else base


def run_prestartup_scripts(folder, skips_manager, allowed):
    for path in possible(folder, skips_manager, allowed):
        script = os.path.join(path, "prestartup_script.py")
        if not os.path.isfile(script):
            continue
        try:
            run(script, module_name(path) + "_prestartup")
        except Exception as error:
            logging.error("Failed to execute startup-script: %s / %s", script, error)
            logging.info("PRESTARTUP FAILED: %s", path)


def run(path, name):
    # A path that is not loaded as a package cannot use relative imports.
    is_folder = os.path.isdir(path)
    spec = importlib.util.spec_from_file_location(
        name,
        os.path.join(path, "__init__.py") if is_folder else path,
        submodule_search_locations=[path] if is_folder else None,
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def load(folder, skips_manager, allowed, core_classes):
    """All classes by name; nothing that a pack does ends the server."""
    classes = {}
    times = []
    for path in possible(folder, skips_manager, allowed):
        begun = time.perf_counter()
        loaded = load_pack(path, classes, core_classes)
        times.append((time.perf_counter() - begun, path, loaded))
    if times:
        logging.info("\nImport times for custom nodes:")
        for seconds, path, loaded in sorted(times):
            logging.info("%6.1f seconds%s: %s", seconds, "" if loaded else " (IMPORT FAILED)", path)
        logging.info("")
    return classes


def load_pack(path, classes, core_classes):
    name = module_name(path)
    try:
        module = run(path, path.replace(".", "_x_"))
    except Exception as error:
        logging.warning(traceback.format_exc())
        logging.warning("Cannot import %s module for custom nodes: %s", path, error)
        return False
    mappings = getattr(module, "NODE_CLASS_MAPPINGS", None)
    if mappings is None:
        logging.warning(
            "Skip %s module for custom nodes due to the lack of NODE_CLASS_MAPPINGS or NODES_LIST (need one).", path
        )
        return False
    titles = getattr(module, "NODE_DISPLAY_NAME_MAPPINGS", {})
    for class_name, node in mappings.items():
        if class_name in core_classes:
            continue
        try:
            classes[class_name] = describe(class_name, node, titles.get(class_name, class_name), name)
        except Exception:
            logging.error("[ERROR] An error occurred while retrieving information for the '%s' node.", class_name)
            logging.error(traceback.format_exc())
    return True


def describe(name, node, title, pack):
    inputs = node.INPUT_TYPES()
    outputs = list(getattr(node, "RETURN_TYPES", ()))
    return {
        "input": inputs,
        "input_order": {group: list(entries) for group, entries in inputs.items()},
        "output": outputs,
        "output_is_list": list(getattr(node, "OUTPUT_IS_LIST", [False] * len(outputs))),
        "output_name": list(getattr(node, "RETURN_NAMES", outputs)),
        "name": name,
        "display_name": title,
        "description": getattr(node, "DESCRIPTION", ""),
        "python_module": "custom_nodes." + pack,
        "category": getattr(node, "CATEGORY", "sd"),
        "output_node": bool(getattr(node, "OUTPUT_NODE", False)),
    }
