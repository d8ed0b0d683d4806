"""What is certain, without its reasons, which take longer to find than somebody at a table waits."""

from __future__ import annotations

from duskfall.detect.posterior import Posterior
from duskfall.detect.sight import Sight
from duskfall.detect.why import Reason, certainties
from duskfall.tell.detect.why import told
from duskfall.tell.text import sentence


def certain(sight: Sight, found: Posterior) -> list[str]:
    """A sentence each; what is certain of several alike is told at once."""
    return [
        sentence(each.certain) for each in told(sight, found, (Reason(one, ()) for one in certainties(sight, found)))
    ]
