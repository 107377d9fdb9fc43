"""weimaque: replay room, referee and reckoner for 安鄉偎麻雀."""

__version__ = "0.1.0"
