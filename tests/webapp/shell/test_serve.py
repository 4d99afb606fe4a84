"""`mcsearch serve`: the arguments that it gives to `panel`."""

from explorer.shell import serve


def test_the_application_of_the_checkout_is_served():
    assert (serve.folder() / "main.py").is_file()
    assert (serve.folder() / "app_hooks.py").is_file()
    assert serve.folder().name == "webapp"  # as it stands in the page's links


def test_this_machine_alone_reaches_the_page_and_a_browser_is_opened():
    command = serve.command([], 5006, 1, False, True)
    assert command[command.index("--address") + 1] == "localhost"
    assert "--show" in command
    assert "--args" not in command


def test_no_browser_is_told_a_secret_and_several_servers_open_none():
    edit = serve.command(["my_game.py"], 5006, 1, True, True)
    assert "--show" not in edit
    assert edit[edit.index("--args") :] == ["--args", "my_game.py", "--edit"]
    assert "--show" not in serve.command([], 5006, 2, False, True)
    assert "--show" not in serve.command([], 5006, 1, False, False)


def test_a_database_stands_behind_args_and_no_browser_is_told_its_secret():
    command = serve.command([], 5006, 1, False, True, "/data/results.sqlite")
    assert command[command.index("--args") :] == ["--args", "--database", "/data/results.sqlite"]
    assert "--show" not in command
    assert command[command.index("--address") + 1] == "localhost"
