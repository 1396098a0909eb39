"""The club, which is one store: who may open which games by mail, lists that people sign on to, ratings."""
