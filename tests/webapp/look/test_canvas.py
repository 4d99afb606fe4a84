"""Sources of Bokeh's charts: what is sent is short, and only what has changed."""

import numpy as np
from bokeh.core.serialization import Serializer

from explorer.look.canvas import Source


def test_a_source_sends_numbers_in_single_precision_and_only_changes():
    source = Source("x", "lines")
    lines = [np.asarray([1.0, 2.0]), np.asarray([3.0])]
    source.write(np.asarray([1.0, np.nan]), lines)
    assert source.model.data["x"].dtype == np.float32
    first = source.model.data
    source.write(np.asarray([1.0, np.nan]), [line.copy() for line in lines])
    assert source.model.data is first
    source.write(np.asarray([1.0, np.nan]), [lines[0], np.asarray([4.0])])
    assert source.model.data is not first
    source.clear()
    assert all(len(column) == 0 for column in source.model.data.values())


def test_what_is_short_goes_within_the_words_of_a_message():
    source = Source("x", "lines", "text")
    x, lines = np.asarray([0.5, 2.0]), [np.asarray([1.0, 2.0]), np.asarray([3.0])]
    source.write(x, lines, ["a", "b"])
    sent = Serializer().serialize(source.model.data)
    plain = [["x", [0.5, 2.0]], ["lines", [[1.0, 2.0], [3.0]]], ["text", ["a", "b"]]]
    assert [list(entry) for entry in sent.content["entries"]] == plain
    assert not sent.buffers
    long, unknown = np.arange(5000.0), np.asarray([1.0, np.nan])
    source.write(unknown, [long, unknown], ["c", "d"])
    sent = Serializer().serialize(source.model.data)
    assert [len(buffer.to_bytes()) for buffer in sent.buffers] == [8, 40_000, 16]
