"""Sentences of the page of an owner's kit: those on the page itself, and those of its script, which puts in
what stands in braces.
"""

from __future__ import annotations

from collections.abc import Mapping

from projections.language.messages import _


def written() -> Mapping[str, str]:
    """What stands on the page."""
    return {**_headings(), **_buttons(), **_helps()}


def spoken() -> Mapping[str, str]:
    """What the script says."""
    return {
        **_tools(),
        **_tool_helps(),
        **_map_words(),
        **_map_deeds(),
        **_tables(),
        **_faults(),
        **_files(),
        **_kept(),
    }


def _headings() -> Mapping[str, str]:
    return {
        "about": _(
            "Fill in what your printed copy says, beside a photo or a scan of it. Pictures and values stay "
            "in this browser: the page sends nothing and fetches nothing."
        ),
        "worksheet": _("Show"),
        "map": _("Map"),
        "left": _("What is left"),
        "save": _("Save and load"),
        "faults_title": _("What does not fit"),
        "map_label": _("The map, with the grid over its picture"),
        "side_label": _("The picture beside the values"),
        "noscript": _("This page needs scripts. All that it does is in this one file."),
    }


def _buttons() -> Mapping[str, str]:
    return {
        "undo": _("Undo"),
        "redo": _("Do again"),
        "map_picture": _("Open a picture of the map"),
        "side_picture": _("Open a picture beside it"),
        "whole": _("Whole picture"),
        "closer": _("Nearer (+)"),
        "farther": _("Farther (-)"),
        "add_row": _("Add a row"),
        "confirm_file": _("All of this file is as printed"),
        "zip": _("Save all files as one zip"),
        "load": _("Load files saved before"),
        "note": _("Which copy, for the sources"),
        "forget": _("Forget all of it"),
        "forget_no": _("Keep it"),
    }


def _helps() -> Mapping[str, str]:
    return {
        "keys": _(
            "Keys on the map: + and - enlarge. Arrows go from place to place, Enter uses the tool there; "
            "with sides, 1 to 6 set one, clockwise from the top. Arrows move a point by one pixel of the "
            "screen, with Shift by ten. Ctrl+Z undoes."
        ),
        "last_word": _(
            "This page checks words, numbers and empty cells. “bugyo data check DIR” has the last word: save "
            "the files into the directory of your kit and run it."
        ),
        "save_help": _(
            "Put the files into the directory of your kit, in the place of those there. What you have not "
            "changed is saved byte for byte as it was."
        ),
        "note_help": _(
            "It is written behind “printed: own copy” in the source of what you change or confirm from now "
            "on."
        ),
        "kept_help": _("This browser keeps your work and your pictures on this computer."),
        "forget_sure": _(
            "Your changes and pictures are taken out of this browser. Files that you have saved stay."
        ),
    }


def _tools() -> Mapping[str, str]:
    return {
        "tools": _("Tools"),
        "tool_move": _("Move"),
        "tool_points": _("Lay the grid"),
        "tool_terrain": _("Terrain"),
        "tool_sides": _("Sides"),
        "tool_names": _("Names"),
        "tool_spots": _("Spaces"),
        "tool_lines": _("Lines"),
        "tool_words": _("Words"),
    }


def _tool_helps() -> Mapping[str, str]:
    return {
        "tool_move_help": _("Drag the picture. The wheel, or two fingers, enlarge it."),
        "tool_points_help": _(
            "Name three places that you know, far apart and not on one line, and press each of them in the "
            "picture. Enlarge it first: the nearer, the more exact."
        ),
        "tool_terrain_help": _("Choose a terrain and paint over the hexes. What you paint is yours."),
        "tool_sides_help": _("Choose what lies there, and press between two hexes."),
        "tool_names_help": _("Choose a list and a row, and press the hex where it lies."),
        "tool_spots_help": _("Press a space, then the place where it lies. A picture has whole steps only."),
        "tool_lines_help": _("Press two spaces: a line is drawn between them, or taken away."),
        "tool_words_help": _("Choose a column and a word, and press the spaces that have it."),
    }


def _map_words() -> Mapping[str, str]:
    return {
        "terrain": _("Terrain"),
        "level": _("Level"),
        "sides": _("Sides"),
        "words": _("Words"),
        "column": _("Column"),
        "list": _("List"),
        "row": _("Row"),
        "new_name": _("A new name"),
        "add": _("Add"),
        "off_map": _("off the map"),
        "nothing": _("nothing"),
        "nowhere": _("nowhere"),
        "point": _("Point {nth}"),
        "hex": _("hex"),
        "spot": _("space"),
        "set_here": _("Press it in the picture"),
        "size": _("Size of the grid"),
        "columns": _("columns"),
        "rows": _("rows"),
        "resize": _("Change the size"),
        "bad_size": _("A grid has 1 to 99 columns and 1 to 99 rows."),
    }


def _map_deeds() -> Mapping[str, str]:
    return {
        "hex_is": _("{hex}: {terrain}, level {level};"),
        "hex_off": _("{hex}: off the map;"),
        "side_is": _("Between {one} and {other}: {side}."),
        "mark_is": _("{name}: {hexes}."),
        "spot_is": _("{name}: column {column}, row {row}."),
        "choose_first": _("Choose first what to set."),
        "pick_spot": _("Press a space first."),
        "picked": _("{name} is chosen."),
        "line_new": _("A line between {one} and {other}."),
        "line_gone": _("No line between {one} and {other} any more."),
        "word_is": _("{name}, {column}: {word}."),
        "point_set": _("Point {nth} is set; {left} left."),
        "on_a_line": _("The three points lie on one line. Choose another place for one of them."),
        "beside_all": _("There is no place of the map."),
        "no_hex": _("“{name}” is no hex: four digits, column and row, such as 0304."),
        "no_spot": _("“{name}” is no space of the file."),
    }


def _tables() -> Mapping[str, str]:
    return {
        "state_ours": _("ours"),
        "state_known": _("known"),
        "state_yours": _("yours"),
        "tally": _("ours: {ours}, known: {known}, yours: {yours}"),
        "named": _("{language}: {names} of {things} named"),
        "tally_all": _("Values that are ours: {ours}; known: {known}; yours: {yours}."),
        "ours_of": _("{ours} of {all} ours"),
        "as_form": _("Row by row"),
        "as_grid": _("As a table"),
        "as_printed": _("As printed"),
        "confirm_row": _("{row}: it is as printed"),
        "confirm_cell": _("{cell}: it is as printed"),
        "remove_row": _("{row}: remove the row"),
        "back": _("Back"),
        "on": _("Next"),
    }


def _faults() -> Mapping[str, str]:
    return {
        "faults": _("Values that do not fit, as far as this page can tell: {count}."),
        "no_faults": _("Nothing, as far as this page can tell."),
        "empty": _("It is empty, and no such value of ours is."),
        "not_number": _("“{value}” is no number."),
        "not_truth": _("It must be true or false."),
        "not_list": _("It must stay a list in square brackets, its texts in quotation marks."),
        "not_word": _("“{value}” is none of the words that we have there: {words}."),
        "not_terrain": _("“{value}” is no terrain with a level, such as c0 ({letters})."),
        "not_hex": _("“{value}” is no hex of the map."),
        "not_source": _("“{value}” is no source: it begins with one of {kinds}, and a colon."),
    }


def _files() -> Mapping[str, str]:
    return {
        "changed": _("changed"),
        "unchanged": _("as it was"),
        "saved": _("{name} is saved."),
        "loaded": _("Loaded: {names}."),
        "unreadable": _("It could not be read: a file is text in UTF-8."),
        "other_file": _("{file} is no file of {title}. Nothing was loaded."),
        "other_columns": _("{file} has other columns than these: {wanted}. Nothing was loaded."),
        "other_toml": _(
            "{file} differs in more than its values. Put it into the directory of your kit and make a new "
            "page with “bugyo data page”."
        ),
        "no_columns": _("{file} has no line that names its columns."),
        "bad_line": _("{file}, line {line}: a quotation mark is not closed."),
        "bad_cells": _("{file}, line {line}: {wanted} cells are expected, and there are {got}."),
        "file_large": _("{file} is larger than {most} KB."),
    }


def _kept() -> Mapping[str, str]:
    return {
        "kept": _("Your work is kept in this browser."),
        "not_kept": _("This browser keeps nothing here: save your files before you leave."),
        "went_on": _("You go on where you left off."),
        "no_picture": _("This is no picture that the browser can show. Save it as PNG or JPEG."),
        "picture_large": _("The picture has more than {most} MB. Make it smaller."),
        "picture_wide": _("The picture has more than {most} million pixels. Make it smaller."),
        "picture_stays": _("{name} is shown; it stays in this browser."),
        "picture_not_kept": _("The picture is shown, but not kept: open it again after a reload."),
    }
