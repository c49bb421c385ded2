"""The rooms for people who train and compare agents: PettingZoo, Gymnasium and OpenSpiel.

Each door is an optional extra of its own (`pip install 'spieltisch[openspiel]'`). These modules
hold states; what they hand to agents is a seat's view in numbers, its mask and masked history.
"""
