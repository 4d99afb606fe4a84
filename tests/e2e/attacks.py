"""What is sent in the attacks on a server: messages as no page sends them, files and links.

Each by a name; `BUS` stands for the model of the page that hears it.
"""

import json


def event(**fields: object) -> str:
    return json.dumps({"events": [{"kind": "ModelChanged", "model": {"id": "BUS"}, **fields}]})


def changed(name: str, value: object) -> str:
    return event(attr=name, new=value)


DEEP = "[" * 100_000
MESSAGES = {
    "no JSON": "x",
    "no object": "[]",
    "nothing": "{}",
    "deeply nested": DEEP,
    "no events": '{"events": 1}',
    "an event without a kind": '{"events": [{}]}',
    "an unknown kind": '{"events": [{"kind": "X"}]}',
    "no model": changed("painted", 1).replace("BUS", "x"),
    "no property": changed("nothing_like_it", 1),
    "a private property": changed("__class__", "x"),
    "a method": changed("on_change", "x"),
    "a number for a text": changed("events", 1),
    "a text for a number": changed("painted", "x"),
    "a number that is too large": changed("painted", 10**400),
    "events that are no JSON": changed("events", "x"),
    "events that are no list": changed("events", "1"),
    "events that are no events": changed("events", "[1]"),
    "events of too few": changed("events", "[[1]]"),
    "an event without a number": changed("events", '[["x", "play", null]]'),
    "an event without a name": changed("events", '[[1000001, {"a": 1}, null]]'),
    "an unknown event": changed("events", '[[1000002, "__init__", null]]'),
    "values that fit nothing": changed(
        "events", '[[1000003, "jump", {"x": 1}], [1000004, "speed", []], [1000005, "size", 1]]'
    ),
    "events that are deeply nested": changed("events", DEEP),
    "an upload that is no JSON": changed("upload", "x"),
    "an upload that is no pair": changed("upload", "[1]"),
    "an upload that is deeply nested": changed("upload", DEEP),
    "a model of another class": event(attr="name", new={"type": "object", "name": "CustomJS"}),
    "a value of an unknown type": event(attr="name", new={"type": "x"}),
    "a value by reference": event(attr="name", new={"id": "x"}),
    "an event of Bokeh's that is none": (
        '{"events": [{"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": '
        '{"type": "event", "name": "x", "values": {"type": "map"}}}]}'
    ),
    "a root that is removed": '{"events": [{"kind": "RootRemoved", "model": {"id": "x"}}]}',
    "columns of nothing": (
        '{"events": [{"kind": "ColumnDataChanged", "model": {"id": "BUS"}, "attr": "data", '
        '"data": {"type": "map"}, "cols": null}]}'
    ),
}
HEADS = {
    "an unknown kind of message": {"msgid": "1", "msgtype": "X"},
    "a message of the server's": {"msgid": "1", "msgtype": "ACK"},
    "a document that is no document": {"msgid": "1", "msgtype": "PUSH-DOC"},
    "a head without a kind": {"msgid": "1"},
    "a head without a name": {"msgtype": "PATCH-DOC"},
    "buffers that do not come": {"msgid": "1", "msgtype": "PATCH-DOC", "num_buffers": 3},
    "no head": 7,
}


def recipe(**fields: object) -> str:
    return json.dumps({"game": "samegame", "search": "nmcs", **fields})


FILES = {
    "nothing but spaces": " \n ",
    "a page": "<!doctype html><script>document.title = 'here'</script>",
    "a picture": "<svg xmlns='http://www.w3.org/2000/svg' onload='fetch(1)'/>",
    "zeros": "\0" * 1000,
    "a lone surrogate": "1 2 \ud800",
    "digits of another script": "\u0661\u0662\n\u0661\u0662",
    "a board without an end": "1" * 2_000_000,
    "a board of too many rows": "1\n" * 100_000,
    "a path": "../../../etc/passwd",
    "a path of a file": "file:///etc/passwd",
    "deeply nested lists": DEEP,
    "deeply nested objects": '{"a":' * 50_000,
    "a module for a game": recipe(game="os:system"),
    "a method for a game": recipe(game="__class__"),
    "a folder for a game": recipe(game="../../people"),
    "edited code for a game": recipe(game="edited"),
    "a module for a search": recipe(search="mcsearch.cli:main"),
    "lists for names": recipe(game=["samegame"], search={"nmcs": 1}),
    "a number that is none": '{"game": "samegame", "search": "spmcts", "seed": NaN}',
    "a number that is too large": recipe(seed=10**400),
    "more nodes than memory": recipe(search="spmcts", parameters={"nodes": 9_000_000_000}),
    "a board larger than any": recipe(position="99999x99999x5:1"),
    "a clock of a year": recipe(parameters={"seconds": 31_536_000}),
    "a name that JavaScript knows": recipe(__proto__={"game": "x"}),
    "a name that Python knows": recipe(__class__="x", __dict__={}),
    "pickled code": "cos\nsystem\n(S'touch here'\ntR.",
    "a trace of nothing": '{"trace": 1}\n{}',
    "a trace of somebody's code": json.dumps({"recipe": {}, "problem": "os:system"}) + "\n{}",
    "a trace with a broken line": '{"recipe": {"game": "samegame"}}\n{',
}
LINKS = {
    "explore": [
        "preset=<script>fetch(1)</script>",
        "preset=__proto__",
        "game=os:system&search=nmcs",
        "game=../../etc/passwd",
        "preset=nmcs&at=1e400",
        "preset=nmcs&at=" + "9" * 5000,
        "preset=nmcs&node=" + "1." * 5000 + "1",
        "preset=nmcs&view=0,0,inf,1",
        "game=samegame&position=99999x99999x5:1",
        "game=samegame&nodes=99999999999999",
        "preset=spmcts-uct&exploration=nan",
        "%ff%fe=%00",
        "preset=nmcs&seconds=31536000",
    ],
    "play": [
        "view=play&game=<img src=x onerror=fetch(1)>",
        "view=play&game=connect4&moves=" + "1 " * 100_000,
        "view=play&game=connect4&second=level strong, seed " + "9" * 5000,
        "view=play&game=tictactoe&moves=__class__",
        "view=play&game=edited&moves=1",
    ],
    "race": [
        "view=race&entrant=__import__('os').system('x')",
        "view=race&game=samegame&board-seeds=1-999999999999",
        "view=race&game=connect4&pairs=" + "9" * 5000,
        "view=race&seeds=-1",
    ],
}
