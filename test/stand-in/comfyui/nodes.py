# What packs import of ComfyUI. The server's own classes are elsewhere.
NODE_CLASS_MAPPINGS = {}
NODE_DISPLAY_NAME_MAPPINGS = {}
