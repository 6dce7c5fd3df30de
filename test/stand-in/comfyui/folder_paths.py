# What packs import of ComfyUI.
import os

base_path = os.path.dirname(os.path.abspath(__file__))
models_dir = os.path.join(base_path, "models")


def get_output_directory():
    return os.path.join(base_path, "output")


def get_input_directory():
    return os.path.join(base_path, "input")
