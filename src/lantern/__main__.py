"""`python -m lantern` is `lantern`."""

import sys

from lantern.cli import main

sys.exit(main())
