# Parts of main.py that ComfyUI has elsewhere.
