"""How a book is tried in lockstep. Each has a file of its own in `books`, so that they can run side by side."""

from __future__ import annotations

from duskfall.batch.program import source
from tests.batch.lockstep.driver import Form
from tests.batch.lockstep.rulesets.library import named
from tests.batch.lockstep.sweep import same_untold, sweep
from tests.batch.lockstep.tables import random_table


class OfBook:
    """The tests of one book; `make soak` plays many more games of all of them."""

    rules: str

    def test_plain_general_code_is_in_step(self) -> None:
        sweep(self.rules, 100, Form(general=True), first=5000, a_table=4)

    def test_specialised_code_is_in_step(self) -> None:
        sweep(self.rules, 200, Form(), first=6000, a_table=10)

    def test_a_game_that_stops_at_each_question_is_in_step(self) -> None:
        sweep(self.rules, 50, Form(), first=8000, steps=True, a_table=5)
        sweep(self.rules, 20, Form(general=True), first=8100, steps=True, a_table=5)

    def test_a_table_model_is_in_step(self) -> None:
        sweep(self.rules, 50, Form(policy="skilled"), first=8500, a_table=5)

    def test_what_is_left_out_changes_no_game(self) -> None:
        for number in range(12):
            same_untold(random_table(named(self.rules), 9000 + number), Form(), 20)
        same_untold(random_table(named(self.rules), 9500), Form(general=True), 20)

    def test_general_code_is_the_same_for_every_table(self) -> None:
        texts = {source(random_table(named(self.rules), number), general=True, told=True).text for number in range(6)}
        assert len(texts) == 1
