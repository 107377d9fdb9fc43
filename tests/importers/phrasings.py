"""Writes records down the way people do, in many manners from a seed, and says which record such a text stands for."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from replay.cards import NAMES, NONE, SIMPLIFIED, UNKNOWN, rank
from replay.record import CHI, DEAD, DISCARD, EXHAUSTED, HU, PASS, PENG, REVEAL, WEI, ZHE, Claimed, Event, HandRecord

VERBS = {
    DISCARD: ("出", "打", "丟", "打出", "丟了", "出了", "打了一張", "出一張", "甩", "打掉", "棄"),
    REVEAL: ("揭", "搬", "摸", "翻", "揭開", "翻出", "摸到", "揭了", "翻了一張", "搬到", "掀開"),
    WEI: ("偎", "栽", "煨", "偎了", "偎起", "栽了", "喂"),
    PENG: ("碰", "對", "碰了", "對了", "碰起"),
    CHI: ("吃", "喫", "吃了", "吃進"),
    HU: ("胡", "和了", "胡了", "胡牌", "糊了"),
    ZHE: ("蟄", "啫", "蟄一蟄"),
    DEAD: ("死手", "死手了", "小相公"),
    EXHAUSTED: ("臭", "流局", "臭莊", "流了", "黃莊"),
    PASS: ("過", "不要", "放過", "不碰"),
}
NOBODY = ("沒人要", "都不要", "無人要", "大家都不要", "兩家都不要", "都過", "沒有人要", "其他人都不要")
REMARKS = ("好險", "想了很久", "他笑了", "手在抖", "出三可惜了", "其實可以碰", "聽四七", "？？", "甲說：打得好")
NAMES_OF_PEOPLE = (
    ("張三", "李四", "王五", "趙六"),
    ("周婆婆", "老鄭", "小吳", "阿蓮"),
    ("陳大爺", "劉二", "三哥", "小七"),
    ("東東", "南哥", "小碰", "對門王"),
    ("Anna", "Bob", "小 明", "D哥"),
)
SIMPLE = str.maketrans(
    "莊對過總規則結張個兩無沒帳輸贏錢號東餘攤丟棄後備註時間數烏紅點純滿園讓給輪來進開發於蟄喫黃門閒連亂帶單頭將還這隨繼續剛裡",
    "庄对过总规则结张个两无没账输赢钱号东余摊丢弃后备注时间数乌红点纯满园让给轮来进开发于蛰吃黄门闲连乱带单头将还这随继续刚里",
)
SCHEMES = ("names", "letters", "latin", "winds", "numbers", "dealer", "me", "names+near", "letters+near")


class Written(NamedTuple):
    """A text and the record it stands for."""

    text: str
    record: HandRecord


def turned(record: HandRecord, by: int) -> HandRecord:
    """Return the record with its seats counted from another."""
    seats = len(record.hands)

    def seat(old: int) -> int:
        return old if old == NONE else (old - by) % seats

    claimed = record.claimed
    if claimed is not None and claimed.winner is not None:
        claimed = replace(claimed, winner=seat(claimed.winner))
    return replace(
        record,
        hands=tuple(record.hands[(n + by) % seats] for n in range(seats)),
        names=tuple(record.names[(n + by) % seats] for n in range(len(record.names))),
        events=tuple(replace(event, seat=seat(event.seat)) for event in record.events),
        dealer=seat(record.dealer),
        claimed=claimed,
    )


class Writer:
    """Writes one record in one manner; what is left unwritten is left out of ``record`` too."""

    def __init__(self, record: HandRecord, rng: Random) -> None:
        self.rng = rng
        self.scheme = rng.choice(SCHEMES)
        if self.scheme in ("dealer", "me") and len(record.hands) == 4:
            self.scheme = "letters"
        if self.scheme == "dealer":
            record = turned(record, record.dealer)
        if self.scheme == "me":
            record = turned(record, rng.randrange(3))
        self.record = record
        self.seats = len(record.hands)
        self.people = rng.choice(NAMES_OF_PEOPLE)[: self.seats]
        self.named = self.scheme.startswith("names") or (self.scheme not in ("me", "dealer") and rng.random() < 0.3)
        self.face = rng.choice(("faces", "faces", "simple", "sized", "digits", "ascii", "of", "mixed"))
        self.simple = rng.random() < 0.5
        self.fixed = {action: rng.choice(words) for action, words in VERBS.items()} if rng.random() < 0.4 else {}
        self.implicit = rng.choice((0.0, 0.3, 0.9))
        self.joined = rng.choice(("line", "line", "comma", "stop", "space", "arrow", "semicolon", "round"))
        self.numbered = self.joined == "line" and rng.random() < 0.2
        self.stamped = self.joined == "line" and not self.numbered and rng.random() < 0.2
        self.remarks = rng.choice((0.0, 0.0, 0.1))
        self.nobody = rng.choice((0.0, 0.3, 1.0))
        self.idle = (record.dealer + 2) % 4 if self.seats == 4 else NONE

    # ------------------------------------------------------------ words

    def script(self, text: str) -> str:
        return text.translate(SIMPLE) if self.simple else text

    def verb(self, action: int) -> str:
        return self.script(self.fixed.get(action) or self.rng.choice(VERBS[action]))

    def card(self, kind: int) -> str:
        face = self.rng.choice(("faces", "simple", "sized", "digits", "of")) if self.face == "mixed" else self.face
        size = "大" if kind >= 10 else "小"
        return {
            "faces": NAMES[kind],
            "simple": SIMPLIFIED[kind],
            "sized": size + SIMPLIFIED[kind % 10],
            "digits": f"{size}{rank(kind)}",
            "ascii": f"{'b' if kind >= 10 else 's'}{rank(kind)}",
            "of": f"{size}的{NAMES[kind % 10]}",
        }[face]

    def seat(self, seat: int, actor: int = NONE) -> str:
        """Return a word for a seat; ``actor`` played last."""
        scheme = self.scheme
        after = self.after(actor) if actor != NONE else NONE
        if scheme.endswith("+near"):
            if seat == after and self.rng.random() < 0.6:
                return self.script(self.rng.choice(("下家", "下手")))
            if actor != NONE and self.after(seat) == actor and seat != actor and self.rng.random() < 0.6:
                return "上家"
            scheme = scheme.removesuffix("+near")
        if scheme == "dealer":
            return self.script(("莊家", "下家", "上家")[seat])
        if scheme == "me":
            return ("我", "下家", "上家")[seat]
        if scheme == "names":
            return self.people[seat]
        form = {"letters": "甲乙丙丁", "latin": "ABCD", "winds": "東南西北"}
        if scheme == "numbers":
            return self.script(self.rng.choice((f"{seat + 1}號", f"{'一二三四'[seat]}號")))
        return self.script(form[scheme][seat] + self.rng.choice(("", "", "家")))

    def after(self, seat: int) -> int:
        following = (seat + 1) % self.seats
        return (following + 1) % self.seats if following == self.idle else following

    # ------------------------------------------------------------ the parts

    def write(self) -> Written:
        lines = [*self.heading(), *self.play(), *self.result()]
        return Written("\n".join(lines), self.record)

    def heading(self) -> list[str]:
        rng, record, lines = self.rng, self.record, list[str]()
        if rng.random() < 0.3:
            rules, id_ = rng.choice(
                (("大卓", "dazhuo"), ("基本", "jiben"), ("dazhuo", "dazhuo"), ("我們村的", "我們村的"))
            )
            lines.append(f"{self.script('規則')}：{rules}")
            record = replace(record, ruleset=id_)
        if self.named:
            lines.append(f"{rng.choice(('玩家', '座位'))}{rng.choice('：:')}{self.people_list()}")
            record = replace(record, names=tuple(name.strip('"') for name in self.people))
        elif self.seats == 4:
            lines.append(self.script("人數：四人"))
        if self.scheme != "dealer":
            who = self.seat(record.dealer)
            lines.append(self.script(rng.choice(("莊家：{}", "莊家 {}", "{}坐莊", "莊：{}"))).format(who))
        hands = list(record.hands)
        shown = rng.choice(("all", "all", "one", "none", "part"))
        pick = rng.choice([seat for seat in range(self.seats) if seat != self.idle])
        for seat, hand in enumerate(hands):
            if seat == self.idle:
                continue
            if shown == "none" or (shown in ("one", "part") and seat != pick):
                hands[seat] = (UNKNOWN,) * len(hand)
                continue
            cards, more = list(hand), ""
            if shown == "part":
                cards = cards[: len(cards) // 2]
                hands[seat] = (*cards, *[UNKNOWN] * (len(hand) - len(cards)))
                more = self.script(rng.choice((" 其餘不知", "……", "，其他未知")))
            key = self.script(rng.choice(("手牌 {}：", "{}手牌：", "{}的起手牌：", "{}：", "起手 {}："))).format(
                self.seat(seat)
            )
            lines.append(key + self.list_of(cards) + more)
        stock = record.stock
        if rng.random() < 0.6:
            lines.append(f"底牌：{self.list_of(stock, False)}")
        else:
            stock = (UNKNOWN,) * len(stock)
        rng.shuffle(tail := lines[self.named + bool(record.ruleset) :])
        lines[self.named + bool(record.ruleset) :] = tail
        self.record = replace(record, hands=tuple(hands), stock=stock)
        return lines

    def people_list(self) -> str:
        people = [f'"{name}"' if " " in name else name for name in self.people]
        if self.scheme in ("letters", "winds", "latin", "numbers") or self.rng.random() < 0.3:
            form = {"winds": "東南西北", "latin": "ABCD", "numbers": ("1號", "2號", "3號", "4號")}
            marks = [self.script(mark) for mark in form.get(self.scheme, "甲乙丙丁")]
            return self.rng.choice((" ", "，")).join(
                f"{mark}={name}" for mark, name in zip(marks, people, strict=False)
            )
        return self.rng.choice((" ", "、", "，")).join(people)

    def list_of(self, cards: tuple[int, ...] | list[int], groups: bool = True) -> str:
        """Return a list of cards in one of several layouts."""
        together = "spaces" if self.face == "mixed" else "together"  # 大十一 is 拾壹
        manner = self.rng.choice((together, "spaces", "commas", "sizes", "counts" if groups else together))
        small, big = [k for k in cards if k < 10], [k for k in cards if k >= 10]
        if manner == "sizes" and groups and small and big:
            join = self.rng.choice(("", " ", "、"))
            if self.rng.random() < 0.5:
                return f"小字：{' '.join(str(rank(k)) for k in small)}；大字：{' '.join(str(rank(k)) for k in big)}"
            return f"小：{join.join(NAMES[k] for k in small)} 大：{join.join(SIMPLIFIED[k - 10] for k in big)}"
        if manner == "counts":
            units = self.script(self.rng.choice(("個", "張")))
            out, seen = [], set[int]()
            for kind in cards:
                if kind not in seen:
                    seen.add(kind)
                    n = list(cards).count(kind)
                    many = self.rng.choice((f"{'一兩三四'[n - 1]}{units}", f"{n}{units}"))
                    out.append(f"{many if n > 1 else ''}{self.card(kind)}")
            return self.rng.choice((" ", "，")).join(out)
        return {"together": "", "spaces": " ", "commas": "，", "sizes": "、"}[manner].join(map(self.card, cards))

    def play(self) -> list[str]:
        pieces, events = list[str](), list[Event]()
        turn, actor, table, owner = self.record.dealer, NONE, None, NONE
        moves = list(self.record.events)
        while moves:
            event = moves.pop(0)
            twice = table is not None and table.action == REVEAL and table.kind == event.kind
            if event.action == REVEAL and moves and moves[0].action == WEI and not twice and self.rng.random() < 0.3:
                events.append(event)
                event = moves.pop(0)
                table, owner = None, NONE
                words = self.claim(event, event.kind if table else NONE)
            else:
                words = self.claim(event, table.kind if table else NONE)
            if event.action == REVEAL and table is not None and self.rng.random() < self.nobody:
                pieces.append(self.script(self.rng.choice(NOBODY)))
            mine = event.seat != NONE and not (
                self.omits(event, turn, owner, table) and self.rng.random() < self.implicit
            )
            if mine:
                words = self.seat(event.seat, actor) + self.rng.choice(("", "", " ", "：")) + words
            if event.action in (DISCARD, REVEAL):
                table, owner, turn = event, event.seat, self.after(event.seat)
            elif event.action in (WEI, PENG, CHI):
                table, owner, turn = None, NONE, event.seat
            elif event.action == DEAD:
                turn = self.after(event.seat)
            actor = event.seat if event.action not in (PASS, ZHE, EXHAUSTED) else actor
            if self.rng.random() < self.remarks:
                said = self.rng.choice(REMARKS)
                last = self.joined == "line" and self.rng.random() < 0.5
                words += f" # {said}" if last else self.rng.choice(("（{}）", "({})", " 【{}】")).format(said)
                event = replace(event, remark=said)
            pieces.append(words)
            events.append(event)
        self.record = replace(self.record, events=tuple(events))
        return self.lay_out(pieces)

    def omits(self, event: Event, turn: int, owner: int, table: Event | None) -> bool:
        """Tell whether the seat goes without saying."""
        if event.action in (DISCARD, DEAD):
            return event.seat == turn and table is None
        if event.action == REVEAL:
            return event.seat == turn
        if event.action == WEI:
            return True
        if event.action == CHI and table is not None:
            return table.action == DISCARD
        return event.action == HU and table is not None and event.seat == owner

    def claim(self, event: Event, table: int) -> str:
        """Return verb and cards of an event."""
        verb, rng = self.verb(event.action), self.rng
        if event.action in (EXHAUSTED, DEAD, PASS):
            return verb
        if event.action == HU:
            return verb + (self.card(event.kind) if event.kind != NONE and not verb.endswith("牌") else "")
        if event.action == ZHE:
            return verb + "、".join(map(self.card, event.cards))
        if event.action == CHI:
            return self.chi(verb, event, table)
        if event.action in (WEI, PENG) and table == event.kind and rng.random() < 0.3:
            return verb
        if event.action in (WEI, PENG) and rng.random() < 0.15:
            return verb + self.card(event.kind) * 3
        return verb + rng.choice(("", "", " ")) + self.card(event.kind)

    def chi(self, verb: str, event: Event, table: int) -> str:
        own = list(event.cards)
        self.rng.shuffle(own)
        mixed, self.face = self.face, self.rng.choice(("faces", "sized")) if self.face == "mixed" else self.face
        pair, taken = "".join(map(self.card, own)), self.card(event.kind)
        forms = [
            f"用{pair}{verb}{taken}", f"{verb}{taken}用{pair}", f"{verb}{taken}（{pair}）", f"{verb}{taken}{pair}",
            f"{verb}{taken}，配{pair}", f"以{pair}{verb}{taken}",
        ]  # fmt: skip
        if table == event.kind:
            run = sorted((*own, event.kind))
            forms += [f"用{pair}{verb}", f"{verb}{''.join(map(self.card, run))}", f"{pair}{verb}"]
            forms += [f"{verb}{'、'.join(map(self.card, run))}"] if self.joined == "line" else []
        self.face = mixed
        return self.rng.choice(forms)

    def lay_out(self, pieces: list[str]) -> list[str]:
        rng = self.rng
        if self.joined == "line":
            if self.numbered:
                dot = rng.choice((".", "、", "）", " )"))
                return [f"{n}{dot.strip()} {piece}" for n, piece in enumerate(pieces, 1)]
            if self.stamped:
                return [f"{n // 10:02}:{n % 10 * 6:02} {piece}" for n, piece in enumerate(pieces)]
            return pieces
        mark = {"comma": "，", "stop": "。", "space": "  ", "arrow": " → ", "semicolon": "；", "round": "，"}[
            self.joined
        ]
        width = 1000 if rng.random() < 0.2 else rng.randint(2, 8)
        rows = [pieces[n : n + width] for n in range(0, len(pieces), width)]
        return [mark.join(row) + rng.choice(("", "。")) for row in rows]

    def result(self) -> list[str]:
        record, rng = self.record, self.rng
        claimed = record.claimed
        if claimed is None or rng.random() < 0.3:
            self.record = replace(record, claimed=None)
            return []
        if claimed.outcome != "hu" or claimed.winner is None:
            self.record = replace(record, claimed=Claimed("exhausted"))
            return [self.script(rng.choice(("結果：流局", "結果：臭")))]
        others = [seat for seat in range(self.seats) if seat not in (self.idle, claimed.winner)]
        total = rng.randrange(10, 200)
        pay = [0] * self.seats
        for seat in others:
            pay[seat], pay[claimed.winner] = -total, pay[claimed.winner] + total
        names = rng.sample(("對子胡", "印胡", "多紅", "海底胡", "單吊", "八碰頭"), rng.randrange(1, 4))
        xi = claimed.xi or 10
        names = names if self.named else [self.script(name) for name in names]
        self.record = replace(record, claimed=Claimed("hu", claimed.winner, xi, None, total, tuple(names), tuple(pay)))
        who = self.seat(claimed.winner)
        sums = " ".join(f"{self.seat(seat)}{pay[seat]:+}" for seat in range(self.seats) if seat != self.idle)
        money = rng.choice((f"付錢：{sums}", f"每家付{total}", f"結帳：{sums}"))
        listed = "、".join(names)
        form = rng.choice(
            (
                f"結果：{who}胡，硬息{xi}，名堂：{listed}；總息{total}；{money}",
                f"結果：{who}胡\n硬息：{xi}\n名堂：{listed}\n總息：{total}\n{money}",
                f"結果：{who}胡 {xi}息 總息{total}息\n名堂：{' '.join(names)}\n{money}",
            )
        )
        return [self.script(line) if not self.named else line for line in self.simply(form)]

    def simply(self, form: str) -> list[str]:
        return form.split("\n")


def written(record: HandRecord, rng: Random) -> Written:
    """Return the record written down in a manner chosen by ``rng``, and the record as far as it is written."""
    return Writer(record, rng).write()
