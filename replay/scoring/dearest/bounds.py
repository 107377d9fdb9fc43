"""The most a hand can be worth of which the triples, or all sentences, or all groups are chosen.

Each bound is at least the total of every way of winning with such a hand. Counted exactly are the 硬息 at their highest
(every triple 偎 or 砍), the multiplier, 印, 卓 and what else hangs on the kinds. How the hand is won is bounded by the
best that goes together (``course``); whether the play allows it is not asked here.
"""

from __future__ import annotations

from replay.cards import RED_MASK
from replay.scoring.dearest.course import Courses
from replay.scoring.dearest.prices import FOUR, HALVES, MANY, Prices
from replay.scoring.dearest.shapes import SENTENCES, Runs, covered_by, sides_of, subsets

NOT_POSSIBLE = -1
_RED_RUNS = sum(1 << run for run in (0, 1, 4, 5, 6, 7, 10, 11, 14, 15, 16, 17))


class Bounds:
    """The bounds of one ruleset, or of its wins with the cards dealt (``prices.at_deal``)."""

    def __init__(self, prices: Prices) -> None:
        self.prices = prices
        of = prices.of
        self.courses = Courses(prices)
        self.least = prices.switches.min_xi
        self.below = bool(of("er_xi_man_yuan_hua"))  # it wins with fewer 硬息
        self.same_size, self.flowers = of("da_xiao_zi"), of("man_yuan_hua")
        self.ding_dui, self.piao_dui = of("ding_dui"), of("piao_dui")
        self.hang_hang, self.er_long = of("hang_hang_xi"), of("er_long_xi_zhu")
        # by number of triples and multiplier of few, one and many reds: black 麻雀, red 麻雀
        self.caps = [
            [
                [self.courses.of_any(t, prices.colour[t == SENTENCES][reds][0], red_pair) for red_pair in (False, True)]
                for reds in range(MANY + 1)
            ]
            for t in range(SENTENCES + 1)
        ]
        # where the 硬息 are an exact number none can be lost
        self.exact_caps = [
            [self.courses.of_any(t, 0, red_pair) for red_pair in (False, True)] for t in range(SENTENCES + 1)
        ]
        self._run_values: dict[int, int] = {}

    def run_value(self, runs: Runs) -> int:
        """Return what the runs add by themselves: 心連心, and 一條龍 where nothing more is asked of it."""
        found = self._run_values.get(runs.mask)
        if found is None:
            found = self.prices.of("xin_lian_xin") if runs.mask & runs.mask << 2 else 0
            if self.prices.switches.dragon == "plain":
                found += self.courses.dragon(runs.mask)
            self._run_values[runs.mask] = found
        return found

    def of_triples(self, triples: int) -> int:
        """Return the most any hand with exactly these triples can be worth."""
        t, red = triples.bit_count(), (triples & RED_MASK).bit_count()
        runs = SENTENCES - t
        most = 3 * red + runs + (2 if RED_MASK & ~triples else 0)
        best = NOT_POSSIBLE
        for team in subsets(triples):
            if covered_by(team) > runs:
                continue
            n = (team & RED_MASK).bit_count()
            xi = 3 * t + red + 3 * team.bit_count() + n + 3
            if xi < self.least and not self.below:
                continue
            value = max(self.prices.team(team))
            fewest = min(3 * red + n, MANY)
            for reds in range(fewest, min(most, MANY) + 1):
                multiplier, added = self.prices.colour[t == SENTENCES][reds]
                many = self.prices.reds[most] if reds == MANY else self.prices.reds[reds]
                most_xi = xi * multiplier + max(self.caps[t][reds])
                points = max(most_xi, self._exact(xi, triples, team, multiplier) + max(self.exact_caps[t]))
                best = max(best, points + added + value + many)
        return best if best == NOT_POSSIBLE else best + self._loose_shape(triples, runs)

    def _exact(self, xi: int, triples: int, team: int, multiplier: int) -> int:
        """Return the most of exact 硬息 and what hangs on them, where at most ``xi`` can be reached, 3 by the 麻雀."""
        most = 0
        least = xi - 3 - self._loss(triples.bit_count())
        for wanted, added, shape in self.prices.exact:
            if least <= wanted <= xi and wanted * multiplier + added > most and fits(shape, triples, team):
                most = wanted * multiplier + added
        return most

    def _loss(self, t: int) -> int:
        """Return how many 硬息 so many triples can lose: one each, as 碰 instead of 偎 or 砍."""
        return 0 if self.prices.at_deal else t

    def _loose_shape(self, triples: int, runs: int) -> int:
        of = self.prices.of
        value = self.hang_hang
        if not triples & ~RED_MASK:
            value += self.flowers
        if sides_of(triples) != 3:
            value += self.same_size
        if not runs:
            return value + self.ding_dui + self.piao_dui
        if runs > 1:
            value += self.er_long + of("xin_lian_xin")
        return value + (of("yi_tiao_long") if runs > 2 and self.prices.switches.dragon == "plain" else 0)

    def of_core(self, triples: int, runs: Runs) -> int:
        """Return the most any hand of these six sentences can be worth; they must be possible together."""
        t, red = triples.bit_count(), (triples & RED_MASK).bit_count()
        prices, six = self.prices, t == SENTENCES
        team = runs.used & triples
        n = (team & RED_MASK).bit_count()
        xi = 3 * t + red + 3 * team.bit_count() + n
        if xi + 3 < self.least and not self.below:
            return NOT_POSSIBLE
        reds = 3 * red + runs.reds
        value = self.run_value(runs)
        if self.same_size and sides_of(triples) | runs.sides != 3:
            value += self.same_size
        if self.hang_hang and self._all_score(runs, team):
            value += self.hang_hang
        if self.er_long and reds <= MANY and runs.mask & runs.mask >> 10:
            value += self.er_long
        loose, pure = prices.team(team)
        few = min(reds, MANY)
        multiplier, added = prices.colour[six][few]
        exact = self._exact(xi + 3, triples, team, multiplier)
        black = max((xi + 2) * multiplier + self.caps[t][few][0], exact + self.exact_caps[t][0])
        black += added + (pure if reds == 4 * n else loose) + prices.reds[reds]
        black += self.piao_dui if six and red == 1 else 0
        if not RED_MASK & ~triples:
            return black + value
        multiplier, added = prices.colour[six][MANY]
        exact = self._exact(xi + 3, triples, team, multiplier)
        scarlet = max((xi + 3) * multiplier + self.caps[t][MANY][1], exact + self.exact_caps[t][1])
        scarlet += added + loose + prices.reds[reds + 2]
        if six:
            scarlet += self.ding_dui + (self.piao_dui if red == 1 else 0)
        if not triples & ~RED_MASK and not runs.mask & ~_RED_RUNS:
            scarlet += self.flowers
        return max(black, scarlet) + value

    def of_hand(self, triples: int, runs: Runs, pair: int) -> tuple[int, int]:
        """Return the most a hand of these seven groups can be worth: as it scores most, and with some exact 硬息.

        Either is ``NOT_POSSIBLE`` where there is no such win.
        """
        bit = 1 << pair
        if triples & bit or runs.thrice & bit:
            return NOT_POSSIBLE, NOT_POSSIBLE
        prices = self.prices
        t, red, is_red = triples.bit_count(), (triples & RED_MASK).bit_count(), RED_MASK >> pair & 1
        team = runs.used & triples
        n = (team & RED_MASK).bit_count()
        pair_xi = 2 + is_red if runs.used & bit else 2 * is_red
        xi = 3 * t + red + 3 * team.bit_count() + n + pair_xi
        reds = 3 * red + runs.reds + 2 * is_red
        multiplier, added = prices.colour[t == SENTENCES][min(reds, MANY)]
        shape = added + prices.team(team)[reds == 4 * n] + prices.reds[reds] + self.run_value(runs)
        shape += self._groups(triples, runs, pair, reds)
        if pair_xi and self._all_score(runs, team):
            shape += self.hang_hang
        flowery = not (triples | bit) & ~RED_MASK and not runs.mask & ~_RED_RUNS
        flowers = self.flowers * flowery
        free = exact = NOT_POSSIBLE
        if xi >= self.least:
            free = xi * multiplier + shape + flowers + self.courses.of_hand(triples, runs, pair, multiplier)
        for wanted, added, groups in prices.exact:
            if not fits(groups, triples, team, pair_xi):
                continue
            below = wanted < self.least  # only 兩希滿園花 wins there, and 滿園花 itself does not hold
            if xi - self._loss(t) <= wanted <= xi and (flowery or not below):
                course = self.courses.of_hand(triples, runs, pair, 0)
                exact = max(exact, wanted * multiplier + shape + (0 if below else flowers) + added + course)
        return free, exact

    def _groups(self, triples: int, runs: Runs, pair: int, reds: int) -> int:
        """Return what the seven groups add beside the points: 大/小字胡, 頂對, 飄對, 二龍戲珠."""
        value, is_red, switches = 0, RED_MASK >> pair & 1, self.prices.switches
        if sides_of(triples | 1 << pair) | runs.sides != 3:
            value += self.same_size
        if not runs.starts:
            value += self.ding_dui * is_red
            if (triples & RED_MASK).bit_count() == 1 and not (is_red and switches.piao_black_pair):
                value += self.piao_dui
        if reds == MANY and runs.mask & runs.mask >> 10 & (-1 if switches.er_long_any_run else 1):
            value += self.er_long
        return value

    def _all_score(self, runs: Runs, team: int) -> bool:
        if runs.starts and not self.prices.switches.tuanyuan_run_scores:
            return False
        return all(team & 7 << start for start in runs.starts)


def fits(shape: str, triples: int, team: int, pair_xi: int | None = None) -> bool:
    """Tell whether a hand can have the exact 硬息 of this shape; ``pair_xi``: points of the 麻雀, if that is chosen.

    ``FOUR``, of 兩紅兩黑: four triples, two of them red, and nothing else that scores. ``HALVES``, of 上下五千年: on
    the table 碰 2 and a triple of 3, or 碰 2 with its 團圓 3; in hand 砍 3 and the 麻雀 2.
    """
    t = triples.bit_count()
    if shape == FOUR:
        return not team and t == 4 and (triples & RED_MASK).bit_count() == 2 and not pair_xi
    if shape == HALVES:
        return t + team.bit_count() == 3 and t in (2, 3) and pair_xi in (2, None)
    return True
