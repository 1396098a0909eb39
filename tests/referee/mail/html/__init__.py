"""Tests of mails as HTML."""
