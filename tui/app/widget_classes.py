"""Makes the classes of widgets with less work than Textual itself, which saves a twentieth of the time of a start.

Call it before the widgets of Textual are imported; this file imports none of them. The private names of Textual in it
are checked by tests/tui/app/test_widget_classes.py.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode
from textual.reactive import Reactive


def examine_each_class_once() -> None:
    """Examine the attributes of each class once, in every program of this process, for the widget classes below it.

    Textual examines those of all base classes again for each class of widgets: a hundred thousand at each start.
    """
    DOMNode.__init_subclass__ = classmethod(_init_widget_class)  # type: ignore[assignment]


def _init_widget_class(
    cls: type[DOMNode],
    inherit_css: bool = True,
    inherit_bindings: bool = True,
    inherit_component_classes: bool = True,
) -> None:
    """Give a new class the attributes that Textual's own `DOMNode.__init_subclass__` gives it, with the same values."""
    super(DOMNode, cls).__init_subclass__()
    cls._reactives = {}
    computed: set[str] = set()
    for base in reversed(cls.__mro__):
        cls._reactives.update(_reactives_of(base))
        computed.update(_computed_names_of(base))
    cls._computes = frozenset(computed)
    cls._inherit_css = inherit_css
    cls._inherit_bindings = inherit_bindings
    cls._inherit_component_classes = inherit_component_classes
    css_bases = cls._css_bases(cls)
    cls._css_type_name = css_bases[0].__name__
    cls._css_type_names = frozenset(base.__name__ for base in css_bases)
    cls._merged_bindings = _merge_bindings(cls)


def _merge_bindings(cls: type[DOMNode]) -> BindingsMap:
    """Return the bindings of a class and of the classes that it inherits bindings from, as Textual merges them."""
    merged: dict[str, list[Binding]] = {}
    for base in reversed(cls.__mro__):
        if issubclass(base, DOMNode):
            if not base._inherit_bindings:
                merged.clear()
            merged.update(_bindings_of(base))
    return BindingsMap.from_keys({key: list(bindings) for key, bindings in merged.items()})


@cache
def _bindings_of(cls: type[DOMNode]) -> dict[str, list[Binding]]:
    """Return the bindings that a class itself defines, by key."""
    return BindingsMap(vars(cls).get("BINDINGS", [])).key_to_bindings


@cache
def _reactives_of(cls: type) -> dict[str, Reactive[Any]]:
    """Return the reactive attributes that a class itself defines, by name."""
    return {name: value for name, value in vars(cls).items() if isinstance(value, Reactive)}


@cache
def _computed_names_of(cls: type) -> frozenset[str]:
    """Return the names of the attributes for which a class itself defines a method ``compute_…`` or ``_compute_…``."""
    methods = (name.removeprefix("_") for name in vars(cls) if name.startswith(("_compute_", "compute_")))
    return frozenset(method.removeprefix("compute_") for method in methods)
