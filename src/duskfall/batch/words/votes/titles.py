"""Titles in generated code: the election, and how a title passes on (WW-8, WW-9)."""

from __future__ import annotations

from duskfall.batch.making.maker import NOWHERE, Maker
from duskfall.batch.making.write import Code, bit
from duskfall.batch.rows import Kind
from duskfall.batch.words.ask import Asks, Question, hear, put
from duskfall.batch.words.exprs import test
from duskfall.batch.words.react import chosen
from duskfall.batch.words.votes.weights import count
from duskfall.batch.words.who import next_living
from duskfall.vocabulary.cards import Title
from duskfall.vocabulary.steps import Elect, PassOn


def elect(m: Maker, step: Elect) -> None:
    """Write code for an election: seats stand, may withdraw, the others vote. All who are publicly alive take part."""
    standing, withdrawing, voting = m.label(), m.label(), m.label()
    candidates, yes = m.number("candidates"), m.number("yes")
    stand = _yes_or_no(m, step.stand, "public", Asks.STAND)
    withdraw = _yes_or_no(m, step.withdraw, candidates, Asks.WITHDRAW)
    vote = Question(step.verb, m.number("voters"), lambda seat: candidates, _to_ballot(m), asks=Asks.BALLOT)
    number = m.names.number("titles", step.title)
    with m.at(m.this_label):
        m.out.line(f"{yes} = 0")
        m.go(standing)
        put(m, stand)
    with m.at(standing):
        hear(m, stand)
        _tell_yes_or_no(m, step.stand, "public")
        m.out.line(f"{candidates} = {yes} & public")
        m.tell_all(Kind.CANDIDATES, number, candidates)
        m.out.line(f"{yes} = 0")
        m.go(withdrawing)
        put(m, withdraw)
    with m.at(withdrawing):
        hear(m, withdraw)
        m.out.line(f"{candidates} &= public")
        m.out.line(f"{yes} &= public")
        _tell_yes_or_no(m, step.withdraw, candidates)
        with m.out.block(f"if {yes} != 0"):
            m.out.line(f"{candidates} &= ~{yes}")
            m.tell_all(Kind.CANDIDATES, number, candidates)
        m.out.line(f"voters = public & ~{candidates}")
        with m.out.block(f"if {candidates} & {candidates} - 1 == 0 or voters == 0"):
            one = f"first({candidates}) if {candidates} != 0 and {candidates} & {candidates} - 1 == 0 else 0"
            _elected(m, step.title, f"({one})")
            m.go(m.next_label)
        with m.out.block("else"):
            m.go(voting)
            put(m, vote)
    with m.at(voting):
        hear(m, vote)
        m.out.line(f"{candidates} &= public")
        m.out.line("voters &= public")
        with m.out.block(f"if {candidates} & {candidates} - 1 == 0"):  # a removal has decided it
            _elected(m, step.title, f"(first({candidates}) if {candidates} != 0 else 0)")
        with m.out.block("else"):
            votes, _ = count(m, step.verb, "voters", m.by_seat("ballot"), candidates, 0, 0)
            ahead = votes.leaders()
            _elected(m, step.title, f"(first({ahead}) if {ahead} != 0 and {ahead} & {ahead} - 1 == 0 else 0)")
        m.go(m.next_label)


def _yes_or_no(m: Maker, act: str, asked: Code, asks: Asks) -> Question:
    def store(seat: str, target: str, role: str) -> None:
        m.out.line(f"W[{m.by_seat('ballot')} + {seat}] = {target}")
        with m.out.block(f"if {target} > 0"):
            m.out.line(f"yes |= 1 << {seat}")

    return Question(act, asked, lambda seat: f"(1 << {seat} | 1)", store, asks=asks)


def _to_ballot(m: Maker):  # type: ignore[no-untyped-def]
    def store(seat: str, target: str, role: str) -> None:
        m.out.line(f"W[{m.by_seat('ballot')} + {seat}] = {target}")

    return store


def _tell_yes_or_no(m: Maker, act: str, asked: str) -> None:
    if m.told:
        with m.out.each(asked) as seat:
            chosen(m, seat, m.names.number("acts", act), f"W[{m.by_seat('ballot')} + {seat}]")


def _elected(m: Maker, title: str, seat: Code) -> None:
    m.out.line(f"{m.number('title', title)} = {seat}")
    m.tell_all(Kind.TITLE, m.names.number("titles", title), m.number("title", title))


def inheritor(m: Maker, title: Title, holder: str) -> Code:
    """Return the seat that gets a title which its holder has left to nobody; 0: the title is gone (WW-9)."""
    inherited = test(m, title.inherited, NOWHERE)
    if inherited is False:
        return 0
    heir = m.out.let("heir", next_living(m, holder))
    return heir if inherited is True else f"({heir} if {inherited} else 0)"


def pass_on(m: Maker, step: PassOn) -> None:
    """Write code by which a dying holder hands the title to a living player, or to nobody."""
    taking, holder = m.label(), m.number("title", step.title)

    def store(seat: str, target: str, role: str) -> None:
        m.out.line(f"{m.number('heir')} = {target}")

    question = Question(step.verb, bit(holder), lambda seat: "(public | 1)", store, single=True, asks=Asks.HEIR)
    with m.at(m.this_label):
        with m.out.block(f"if {holder} == 0 or alive >> {holder} & 1 != 0"):
            m.go(m.next_label)
        with m.out.block("else"):
            m.go(taking)
            put(m, question)
    with m.at(taking):
        hear(m, question)
        heir, number = m.number("heir"), m.names.number("titles", step.title)
        with m.out.block(f"if {holder} != 0"):  # the title may be gone with a removed holder
            chosen(m, holder, m.names.number("acts", step.verb), heir)
            with m.out.block(f"if {heir} <= 0"):
                office = next(title for title in m.plan.rules.titles if title.name == step.title)
                m.out.line(f"{heir} = {inheritor(m, office, holder)}")
            m.tell_all(Kind.TITLE, number, heir, holder)
            m.out.line(f"{holder} = {heir}")
        m.go(m.next_label)
