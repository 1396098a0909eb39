"""The page of an owner's kit: one HTML file in which the worksheets of a title are filled beside pictures of
the printed game, and saved. It fetches nothing and sends nothing.
"""
