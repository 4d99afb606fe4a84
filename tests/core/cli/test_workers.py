import argparse
import os

import pytest

from mcsearch.cli import workers
from mcsearch.cli.workers import Workers
from mcsearch.engine.parameter import RecipeError


def asked(*flags):
    parser = argparse.ArgumentParser()
    workers.add_flags(parser)
    return Workers.of(parser.parse_args(flags))


def test_there_is_a_process_for_each_processor_unless_a_number_is_given():
    assert asked() == Workers(os.cpu_count() or 1, None)
    assert asked("--workers", "3") == Workers(3, None)


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--workers", "0"), "--workers: '0' is not valid; give a whole number from 1"),
        (
            ("--workers", "2", "--scheduler", "tcp://here:8786"),
            "--workers: the cluster has its own workers; leave out --workers",
        ),
    ],
)
def test_a_wrong_number_of_workers_is_told(flags, message):
    with pytest.raises(RecipeError) as error:
        asked(*flags)
    assert str(error.value) == message
