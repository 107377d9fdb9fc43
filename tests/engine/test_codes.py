"""The table of finding codes is that of RULES §11, each code is met by some case, and each finding can be put into words."""

from __future__ import annotations

import json
import re

import pytest

from replay.cards import LANGUAGES, UNKNOWN
from replay.engine import CODES, UNDECIDABLE, Finding, message
from replay.engine.words import finding_json, name
from tests.engine.rule_cases import load_cases, run

# code, rules: as printed in RULES §11 (where it names several, those that judge the event itself)
TABLE = """
card_count R1                     deal_count R2                 stock_count R2             card_not_in_hand R1
stock_order R1                    out_of_turn R5–R9             forgot_wei R7,R23          false_wei R13
claimed_over_priority R10         claimed_weied_card R7         peng_without_pair R14      peng_own_card R14
peng_passed R17                   chi_not_a_run R15             chi_wrong_source R15       chi_could_peng R15
chi_own_discard R15               chi_passed R16                last_card_claim R12        discard_taken R19
discard_kan R20                   dead_hand_act R22             missed_discard R9,R11      hu_incomplete R24,R28
hu_short_xi R24,R28               hu_on_discard R28             hu_barred R22,R23          hu_out_of_order R8
false_deal_win §7                 false_zhe §8.1                wrong_score R29–R33        wrong_settlement R34–R36
wrong_dealer R27                  fed_tuanyuan R37
"""
PRINTED = dict(zip(TABLE.split()[::2], TABLE.split()[1::2], strict=True))
OF_THE_EVENING = {"wrong_dealer", "wrong_settlement"}  # found over several hands: tests/analysis
FINDINGS = {case.id: run(case).findings for case in load_cases()}
MET = [(case, place, finding) for case, found in FINDINGS.items() for place, finding in enumerate(found)]


def test_the_table_is_that_of_the_rulebook():
    assert {code: entry.rule.replace(", ", ",") for code, entry in CODES.items()} == PRINTED


def test_every_code_is_met_by_a_case():
    assert {finding.code for _, _, finding in MET} == set(CODES) - OF_THE_EVENING


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_name_and_a_sentence_in_each_language(code: str):
    entry = CODES[code]
    names = [name(code, language) for language in LANGUAGES]
    assert names == list(entry.names)
    assert all(names)
    asked = [set(re.findall(r"{(\w+)}", text)) for text in entry.texts]
    assert asked[0] == asked[1] == asked[2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_finding_is_put_into_words(lang: str):
    for case, _, finding in MET:
        text = message(finding, lang)
        assert CODES[finding.code].rule in text
        assert not re.search(r"[{}]|None|\(\)|\bTrue\b|\bFalse\b|<", text), (case, text)
        if not hides(finding):
            assert "?" not in text, (case, text, finding)
        opening = message(Finding(finding.code, finding.seat, finding.event, UNDECIDABLE, finding.facts), lang)
        assert (finding.certainty == UNDECIDABLE) == (text == opening), case


def hides(finding: Finding) -> bool:
    """Tell whether an unknown card is itself what the finding is about."""
    return any(value == UNKNOWN or (isinstance(value, tuple) and UNKNOWN in value) for value in finding.facts.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_finding_is_json(lang: str):
    for case, _, finding in MET:
        data = finding_json(finding, lang)
        assert json.loads(json.dumps(data)) == data
        expected = {"code": finding.code, "seat": finding.seat, "event": finding.event, "certainty": finding.certainty}
        assert expected.items() <= data.items()
        assert (data["name"], data["rule"]) == (name(finding.code, lang), CODES[finding.code].rule), case
        assert isinstance(data["message"], str)


def test_an_assumption_is_stated():
    assumed = [finding for _, _, finding in MET if finding.certainty == "assumed"]
    assert assumed
    for finding in assumed:
        assert "assuming" in message(finding, "en")
        assert "假定" in message(finding, "hant")
