"""The entry point of `duskfall` and of `python -m duskfall`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line. Ctrl-C prints one line even while the program is still loading."""
    try:
        from duskfall.cli import main as run
    except KeyboardInterrupt:
        sys.stderr.write("duskfall: stopped\n")
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
