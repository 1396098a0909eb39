"""A title that is not published: Nim, which docs/new-title.md builds step by step.

rules.py, pictures.py    all of its code, as the page has it: `python -m tests.nim.page` writes them
fixtures/nim             its data set
__main__.py              every command of Bugyo, with Nim: `python -m tests.nim open nim …`
"""
