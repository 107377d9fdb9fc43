"""A slow, plain second opinion on the rules, written from the rulebook alone; it knows nothing of the engine.

``win`` judges hands, ``story`` tells what lies where after a row of events, ``referee`` names violations and legal
events, ``play`` makes up hands and spoils them.
"""
