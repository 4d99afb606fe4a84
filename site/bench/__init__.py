"""How fast the engine of the site's wheel is beside the native one; above `build`."""
