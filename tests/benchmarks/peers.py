"""Other games' libraries, each on random legal games of its own: text in, every event stepped through."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import chess
import chess.pgn
import msgspec
from pokerkit import Automation, HandHistory, NoLimitTexasHoldem
from riichienv import RiichiEnv

AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
MAHJONG = "4p-red-half"


class Peer(NamedTuple):
    """``make`` gives one game as text, ``replay`` steps through it and returns the number of its events.

    ``target`` is how many times faster an event of ours must be.
    """

    name: str
    make: Callable[[Random], str]
    replay: Callable[[str], int]
    games: int
    target: float


def make_chess(rng: Random) -> str:
    """Return a random legal game of at most 100 moves as PGN."""
    board = chess.Board()
    while not board.is_game_over() and len(board.move_stack) < 100:
        board.push(rng.choice(list(board.legal_moves)))
    return str(chess.pgn.Game.from_board(board))


def read_chess(text: str) -> chess.pgn.Game:
    """Return the game of a PGN text, which must be a good one."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    return game


def replay_chess(text: str) -> int:
    """Read the PGN and push every move."""
    game = read_chess(text)
    board, moves = game.board(), 0
    for moves, move in enumerate(game.mainline_moves(), 1):  # noqa: B007
        board.push(move)
    return moves


def parse_chess(text: str) -> int:
    """Read the PGN only, which checks every move and pushes it once."""
    return read_chess(text).end().ply()


def make_poker(rng: Random) -> str:
    """Return a hand of six random players as PHH: facing a bet they call or fold evenly, and raise one time in five."""
    game = NoLimitTexasHoldem(AUTOMATIC, True, 0, (1, 2), 2)
    state = game((200,) * 6, 6)
    while state.status:
        if state.can_deal_hole():
            state.deal_hole()
        elif state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_board():
            state.deal_board()
        elif state.checking_or_calling_amount and rng.random() < 0.5:
            state.fold()
        elif state.can_complete_bet_or_raise_to() and rng.random() < 0.2:
            state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
        else:
            state.check_or_call()
    return HandHistory.from_game_state(game, state).dumps()


def replay_poker(text: str) -> int:
    """Load the PHH and go through its states. The dealing of the hands counts as no event, as it does not for us."""
    history = HandHistory.loads(text)
    for _ in history:
        pass
    return sum(not action.startswith("d dh") for action in history.actions)


def make_mahjong(rng: Random) -> str:
    """Return a random half game as MJAI lines."""
    env = RiichiEnv(game_mode=MAHJONG, seed=rng.randrange(2**31))
    seen = env.reset()
    while not env.done():
        seen = env.step({player: rng.choice(each.legal_actions()) for player, each in seen.items()})
    return "\n".join(map(json.dumps, env.mjai_log))


def replay_mahjong(text: str) -> int:
    """Step through the MJAI lines by the cheapest way there is: state only, no log kept, a fast JSON reader."""
    env, decode = RiichiEnv(game_mode=MAHJONG, skip_mjai_logging=True), msgspec.json.decode
    lines = text.splitlines()
    for line in lines:
        env.apply_event(decode(line))
    return len(lines)


PEERS = (
    Peer("python-chess: PGN read and pushed", make_chess, replay_chess, 20, 10),
    Peer("python-chess: PGN read only", make_chess, parse_chess, 20, 1),
    Peer("pokerkit: PHH loaded and stepped", make_poker, replay_poker, 120, 50),
    Peer("RiichiEnv: MJAI applied", make_mahjong, replay_mahjong, 2, 3),
)
