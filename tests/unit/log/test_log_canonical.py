"""Canonical JSON, beside the examples of RFC 8785."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grocerydots.errors import MalformedLog
from grocerydots.log.canonical import MAX_INT, canonical

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-MAX_INT, MAX_INT)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(max_codepoint=0xD7FF)), inner, max_size=4)
    ),
)


@given(values)
def test_any_value_is_written_as_another_writer_of_json_does(value: Any) -> None:
    expected = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert canonical(value).decode() == expected


def test_keys_are_sorted_by_utf_16_code_units_as_in_rfc_8785() -> None:
    keys = ["\u20ac", "\r", "\ufb33", "1", "😀", "\u0080", "ö"]  # its section 3.2.3
    written = canonical(dict.fromkeys(keys, 0)).decode()
    assert list(json.loads(written)) == ["\r", "1", "\u0080", "ö", "\u20ac", "😀", "\ufb33"]


def test_strings_are_escaped_as_in_rfc_8785() -> None:
    text = "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/"  # its section 3.2.2
    assert canonical(text).decode() == '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'


@pytest.mark.parametrize(
    "value",
    [1.0, float("nan"), MAX_INT + 1, -MAX_INT - 1, (1,), {1: 2}, b"", ..., [[1.5]], {"a": {"b": 1e300}}],
    ids=repr,
)
def test_what_logs_do_not_hold_has_no_canonical_form(value: Any) -> None:
    with pytest.raises(MalformedLog, match="has no canonical form"):
        canonical(value)


@pytest.mark.parametrize("value", ["\ud800", {"\udfff": 1}], ids=["text", "key"])
def test_lone_surrogates_have_no_canonical_form(value: Any) -> None:
    with pytest.raises(MalformedLog, match="lone surrogate"):
        canonical(value)
