"""The one table of finding codes (RULES §11): rule, names and wording in 繁體, 简体 and English; see ``words``."""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    """A kind of finding: its rule ids, its names and its wording by language (``cards.LANGUAGES`` order)."""

    rule: str
    names: tuple[str, str, str]
    texts: tuple[str, str, str]


CODES: dict[str, Code] = {
    "card_count": Code(
        "R1",
        ("五張同字 / 牌數不符", "五张同字 / 牌数不符", "wrong number of cards"),
        (
            "應有四張{kind}，記錄共{actual}張",
            "应有四张{kind}，记录共{actual}张",
            "4 of {kind} expected, {actual} recorded",
        ),
    ),
    "deal_count": Code(
        "R2",
        ("多起 / 少起", "多起 / 少起", "a card too many or too few dealt"),
        (
            "{seat}起手應{expected}張，實{actual}張",
            "{seat}起手应{expected}张，实{actual}张",
            "{seat} should hold {expected} cards at the deal, holds {actual}",
        ),
    ),
    "stock_count": Code(
        "R2",
        ("底牌張數不符", "底牌张数不符", "wrong stock size"),
        (
            "底牌應{expected}張，實{actual}張",
            "底牌应{expected}张，实{actual}张",
            "the stock should hold {expected} cards, holds {actual}",
        ),
    ),
    "card_not_in_hand": Code(
        "R1",
        ("無中生有", "无中生有", "a card from nowhere"),
        (
            "{seat}用了不在手中（或不在桌上）的{kind}，應為{expected}",
            "{seat}用了不在手中（或不在桌上）的{kind}，应为{expected}",
            "{seat} used {kind}, which is not there; there is {expected}",
        ),
    ),
    "stock_order": Code(
        "R1",
        ("揭出的字與底牌不符", "揭出的字与底牌不符", "revealed card is not the next of the stock"),
        (
            "應揭出{expected}，實揭{kind}",
            "应揭出{expected}，实揭{kind}",
            "{expected} was next in the stock, {kind} was revealed",
        ),
    ),
    "out_of_turn": Code(
        "R5–R9",
        ("亂序", "乱序", "out of turn"),
        (
            "此時應為{expected}，實為{did}",
            "此时应为{expected}，实为{did}",
            "{expected} was due, but this came: {did}",
        ),
    ),
    "forgot_wei": Code(
        "R7, R23",
        ("忘偎", "忘偎", "forgot to 偎"),
        (
            "{seat}揭{kind}，手中有{held}張，必須偎而未偎",
            "{seat}揭{kind}，手中有{held}张，必须偎而未偎",
            "{seat} revealed {kind} with {held} of it in hand and did not lay 偎",
        ),
    ),
    "false_wei": Code(
        "R13",
        ("假偎", "假偎", "false 偎"),
        (
            "{seat}偎{kind}：須自己揭出且手中有兩張，手中有{held}張，桌上是{expected}",
            "{seat}偎{kind}：须自己揭出且手中有两张，手中有{held}张，桌上是{expected}",
            "{seat} laid 偎 of {kind}: needs its own revealed card and a pair; holds {held}; there lies {expected}",
        ),
    ),
    "claimed_over_priority": Code(
        "R10",
        ("搶先", "抢先", "claimed over a higher right"),
        (
            "{seat}{action}{kind}，但{other}有優先的{higher}",
            "{seat}{action}{kind}，但{other}有优先的{higher}",
            "{seat} took {kind} by {action}, but {other} claimed it by {higher}, which goes first",
        ),
    ),
    "claimed_weied_card": Code(
        "R7",
        ("胡/碰/吃被偎的字", "胡/碰/吃被偎的字", "claimed a card that was 偎'd"),
        (
            "{kind}已被{other}偎，{seat}不得{action}",
            "{kind}已被{other}偎，{seat}不得{action}",
            "{kind} was 偎'd by {other}; {seat} may not claim it ({action})",
        ),
    ),
    "peng_without_pair": Code(
        "R14",
        ("無對而碰", "无对而碰", "碰 without a pair"),
        (
            "{seat}碰{kind}，手中只有{held}張（須兩張）",
            "{seat}碰{kind}，手中只有{held}张（须两张）",
            "{seat} took {kind} by 碰 with {held} in hand (two needed)",
        ),
    ),
    "peng_own_card": Code(
        "R14",
        ("碰自己出的或揭的字", "碰自己出的或揭的字", "碰 of one's own card"),
        (
            "{kind}是{seat}自己的牌，不得碰",
            "{kind}是{seat}自己的牌，不得碰",
            "{kind} was {seat}'s own card; 碰 needs another's",
        ),
    ),
    "peng_passed": Code(
        "R17",
        ("碰過張", "碰过张", "碰 of a kind passed before"),
        (
            "{seat}不得碰{kind}：{because}",
            "{seat}不得碰{kind}：{because}",
            "{seat} may not 碰 {kind}: {because}",
        ),
    ),
    "chi_not_a_run": Code(
        "R15",
        ("不成句 / 大小混吃", "不成句 / 大小混吃", "吃 is no run"),
        (
            "{seat}以{kinds}吃{kind}，不是同大小的三連字",
            "{seat}以{kinds}吃{kind}，不是同大小的三连字",
            "{seat} took {kind} with {kinds}: no run of one size",
        ),
    ),
    "chi_wrong_source": Code(
        "R15",
        ("吃下家", "吃下家", "吃 from the wrong seat"),
        (
            "{seat}只能吃上家的或自己揭的字，{kind}是{other}的",
            "{seat}只能吃上家的或自己揭的字，{kind}是{other}的",
            "{seat} may 吃 only from the 上家 or what it revealed itself; {kind} was {other}'s",
        ),
    ),
    "chi_could_peng": Code(
        "R15",
        ("可碰不可吃", "可碰不可吃", "吃 of a kind one could 碰"),
        (
            "{seat}手中有{held}張{kind}，可碰不可吃",
            "{seat}手中有{held}张{kind}，可碰不可吃",
            "{seat} holds {held} of {kind}: it may be 碰'd, not 吃'd",
        ),
    ),
    "chi_own_discard": Code(
        "R15",
        ("吃自己出過的字", "吃自己出过的字", "吃 of a kind one has discarded"),
        ("{seat}出過{kind}，不得再吃", "{seat}出过{kind}，不得再吃", "{seat} has discarded {kind} and may not 吃 it"),
    ),
    "chi_passed": Code(
        "R16",
        ("吃過張", "吃过张", "吃 of a kind passed before"),
        (
            "{seat}不得吃{kind}：{because}",
            "{seat}不得吃{kind}：{because}",
            "{seat} may not 吃 {kind}: {because}",
        ),
    ),
    "last_card_claim": Code(
        "R12",
        ("碰/吃海底字", "碰/吃海底字", "碰 or 吃 of the last stock card"),
        (
            "{kind}是最後一張底牌，{seat}不得{action}",
            "{kind}是最后一张底牌，{seat}不得{action}",
            "{kind} is the last stock card; {seat} may not claim it ({action})",
        ),
    ),
    "discard_taken": Code(
        "R19",
        ("打出吃碰過的字", "打出吃碰过的字", "discard of a kind taken before"),
        (
            "{seat}吃或碰過{kind}，不得打出",
            "{seat}吃或碰过{kind}，不得打出",
            "{seat} took {kind} by 吃 or 碰 and may not discard it",
        ),
    ),
    "discard_kan": Code(
        "R20",
        ("拆砍打出", "拆砍打出", "discard from a 砍"),
        (
            "{seat}手中有{held}張{kind}（砍），不得拆打",
            "{seat}手中有{held}张{kind}（砍），不得拆打",
            "{seat} holds {held} of {kind} (a 砍) and may not discard one",
        ),
    ),
    "dead_hand_act": Code(
        "R22",
        ("死手仍行牌", "死手仍行牌", "a dead hand acted"),
        (
            "{seat}已是死手，不得{action}",
            "{seat}已是死手，不得{action}",
            "{seat} is a dead hand and may not act ({action})",
        ),
    ),
    "missed_discard": Code(
        "R9, R11",
        ("吃碰後未出牌 / 小相公", "吃碰后未出牌 / 小相公", "no discard after a claim"),
        (
            "{seat}應出牌而未出（可出{kinds}）",
            "{seat}应出牌而未出（可出{kinds}）",
            "{seat} had to discard and did not (could have discarded {kinds})",
        ),
    ),
    "hu_incomplete": Code(
        "R24, R28",
        ("炸胡 · 沒攏", "炸胡 · 没拢", "false win: incomplete hand"),
        (
            "{seat}胡{kind}，不成六句一麻雀",
            "{seat}胡{kind}，不成六句一麻雀",
            "{seat} declared 胡 on {kind} without six sentences and a pair",
        ),
    ),
    "hu_short_xi": Code(
        "R24, R28",
        ("炸胡 · 差希", "炸胡 · 差希", "false win: too few 息"),
        (
            "{seat}胡{kind}，硬息{actual}，須{expected}",
            "{seat}胡{kind}，硬息{actual}，须{expected}",
            "{seat} declared 胡 on {kind} with {actual} 硬息, {expected} needed",
        ),
    ),
    "hu_on_discard": Code(
        "R28",
        ("胡出的字", "胡出的字", "win on a discard"),
        (
            "{kind}是打出的字，只有揭的字才可胡",
            "{kind}是打出的字，只有揭的字才可胡",
            "{kind} was discarded; only a revealed card wins",
        ),
    ),
    "hu_barred": Code(
        "R22, R23",
        ("忘偎忘胡 / 死手而胡", "忘偎忘胡 / 死手而胡", "win of a seat that may not win"),
        (
            "{seat}本局已不得胡牌（{because}）",
            "{seat}本局已不得胡牌（{because}）",
            "{seat} may not win this hand any more ({because})",
        ),
    ),
    "hu_out_of_order": Code(
        "R8",
        ("搶胡", "抢胡", "win before an earlier seat"),
        (
            "{other}先於{seat}，也叫了胡",
            "{other}先于{seat}，也叫了胡",
            "{other} comes before {seat} and also declared 胡",
        ),
    ),
    "false_deal_win": Code(
        "§7",
        ("誤倒牌", "误倒牌", "deal-time win that does not hold"),
        (
            "{seat}起手倒牌，本規則下不成立",
            "{seat}起手倒牌，本规则下不成立",
            "{seat} declared a deal-time win that does not hold under these rules",
        ),
    ),
    "false_zhe": Code(
        "§8.1",
        ("假蟄", "假蛰", "胡字 shown that were none"),
        ("{seat}蟄，但{kinds}不是胡字", "{seat}蛰，但{kinds}不是胡字", "{seat} showed 胡字, but {kinds} would not win"),
    ),
    "wrong_score": Code(
        "R29–R33",
        ("算錯息", "算错息", "wrong score"),
        (
            "{seat}：{what}記{actual}，應{expected}",
            "{seat}：{what}记{actual}，应{expected}",
            "{seat}: {what} recorded as {actual}, should be {expected}",
        ),
    ),
    "wrong_settlement": Code(
        "R34–R36",
        ("算錯帳", "算错账", "wrong settlement"),
        (
            "{seat}：記{actual}，應{expected}",
            "{seat}：记{actual}，应{expected}",
            "{seat}: recorded {actual}, should be {expected}",
        ),
    ),
    "wrong_dealer": Code(
        "R27",
        ("錯莊", "错庄", "wrong dealer"),
        (
            "應由{expected_seat}坐莊，實為{actual_seat}",
            "应由{expected_seat}坐庄，实为{actual_seat}",
            "{expected_seat} should deal, {actual_seat} did",
        ),
    ),
    "fed_tuanyuan": Code(
        "R37",
        ("違規遞字團圓", "违规递字团圆", "fed a 團圓"),
        (
            "{seat}未落停而打出{kind}，助{other}團圓",
            "{seat}未落停而打出{kind}，助{other}团圆",
            "{seat}, not ready, discarded {kind}, giving {other} a 團圓",
        ),
    ),
}
