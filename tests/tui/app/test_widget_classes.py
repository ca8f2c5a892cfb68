"""Widget classes that are made with less work have the attributes that Textual itself gives them."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest
from textual.app import App
from textual.dom import DOMNode
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, Static

from tui.app.app import QueensApp
from tui.app.widget_classes import _init_widget_class
from tui.screens.home import HomeScreen

NAMES_OF_CLASS_ATTRIBUTES = (
    "_computes",
    "_css_type_name",
    "_css_type_names",
    "_inherit_bindings",
    "_inherit_component_classes",
    "_inherit_css",
    "_reactives",
)
"""Names of the attributes that Textual gives each class of widgets, except its bindings, which are not comparable."""


class Mixin:
    """A base class that is no widget, with a reactive attribute and a method that computes one."""

    mixed = reactive(1)
    computed = reactive(2)

    def _compute_computed(self) -> int:
        return 3


class MixedWidget(Mixin, Input, inherit_css=False, inherit_bindings=False):
    """A widget with attributes of its own, of a mixin and of a widget of Textual."""

    own = reactive(4)

    def compute_own(self) -> int:
        return 5


TEXTUAL_INIT_SUBCLASS = """
import sys
from textual.dom import DOMNode
print(DOMNode.__init_subclass__.__module__)
from tui.app.widget_classes import examine_each_class_once
print("textual.widget" in sys.modules)
examine_each_class_once()
print(DOMNode.__init_subclass__.__module__)
import textual.app
"""
"""A program that tells whether the widgets of Textual are imported before their classes are made with less work."""


@pytest.mark.parametrize("widget_class", [App, HomeScreen, Input, MixedWidget, QueensApp, Static, Widget])
def test_class_of_widgets_has_the_attributes_that_textual_gives_it(monkeypatch, widget_class):
    wanted = {name: vars(widget_class)[name] for name in NAMES_OF_CLASS_ATTRIBUTES}
    bindings = widget_class._merge_bindings().key_to_bindings
    for name in (*NAMES_OF_CLASS_ATTRIBUTES, "_merged_bindings"):
        monkeypatch.setattr(widget_class, name, None)
    inherited = {key: wanted[f"_{key}"] for key in ("inherit_css", "inherit_bindings", "inherit_component_classes")}
    _init_widget_class(widget_class, **inherited)
    assert {name: vars(widget_class)[name] for name in NAMES_OF_CLASS_ATTRIBUTES} == wanted
    assert list(widget_class._reactives) == list(wanted["_reactives"])
    assert widget_class._merged_bindings.key_to_bindings == bindings


def test_textual_gives_a_class_of_widgets_no_other_attributes():
    textual = DOMNode.__init_subclass__.__func__
    names = {name for name in textual.__code__.co_names if name.startswith("_") and not name.startswith("__")}
    assert names - {"_css_bases", "_merge_bindings"} == {*NAMES_OF_CLASS_ATTRIBUTES, "_merged_bindings"}, (
        "the start is quick, but something about widgets is missing"
    )
    assert list(inspect.signature(textual).parameters) == list(inspect.signature(_init_widget_class).parameters)


def test_classes_are_made_with_less_work_before_the_widgets_of_textual_are_imported():
    printed = subprocess.run(
        [sys.executable, "-c", TEXTUAL_INIT_SUBCLASS], capture_output=True, text=True, check=True, timeout=60
    ).stdout.split()
    assert printed == ["textual.dom", "False", "tui.app.widget_classes"]
