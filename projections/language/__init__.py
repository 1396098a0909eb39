"""Catalogues, templates and messages: the one gettext of Bugyo."""
