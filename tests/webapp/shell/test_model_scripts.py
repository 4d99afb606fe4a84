"""A document gets the scripts that its models require, and nothing else."""

import re

import pytest
from bokeh.document import Document
from bokeh.models import Button, Plot, TeX
from panel.io.resources import Resources, bundle_resources
from panel.io.state import set_curdoc
from panel.models import markup

from explorer.shell import model_scripts
from explorer.shell.bus import BusModel

WIDGETS = """/*! first licence */
(function(root, factory) {
({
622: function _(t,e,i,o,r){o();t(623);t(624)},
623: function _(e,t,r,i,o){i();r.Markup=class extends e(61).Box{}},
624: function _(e,t,r,i,o){i();
r.Button=`
`},
}, 622, {"models/widgets/main":622,"models/widgets/markup":623}, {});});
"""
PANEL = """/*! second licence */
({
"4e90918c0a": function _(e,s,t,b,o){b();e("2fe1822b2b");e("a572dba9cd")},
"2fe1822b2b": function _(e,t,a,o,c){o();const n=e("@bokehjs/models/widgets/markup");a.HTML=n},
"a572dba9cd": function _(e,t,a,o,c){o();a.Plot=e("@bokehjs/base")},
}, "4e90918c0a", {"index":"4e90918c0a","models/html":"2fe1822b2b"}, {});});
"""
MODULES = {"panel.models.markup.HTML": "models/html"}


def test_the_modules_of_a_model_are_taken_out_of_both_scripts_with_their_licences() -> None:
    script = model_scripts.models_script([WIDGETS, PANEL], MODULES)
    assert script.startswith("/*! first licence */\n/*! second licence */\nBokeh.register_plugin(")
    assert "\n623: function" in script
    assert '\n"2fe1822b2b": function' in script
    assert '"models/widgets/markup": 623' in script
    assert 'register_models({HTML: require("models/html").HTML})' in script
    for other in ("622", "624", "4e90918c0a", "a572dba9cd"):
        assert other not in script


def test_a_script_that_is_not_what_it_was_is_told() -> None:
    with pytest.raises(model_scripts.ScriptError, match="has the modules models/html"):
        model_scripts.models_script([WIDGETS], MODULES)
    with pytest.raises(model_scripts.ScriptError, match="no table of modules"):
        model_scripts.models_script(["const table = {};"], MODULES)


@pytest.fixture(params=["server", "cdn"])
def scripts(request):
    """A function that gives the scripts of a document with these models, all and those it gets."""

    def scripts(*models):
        document = Document()
        for model in models:
            document.add_root(model)
        with set_curdoc(document):
            everything, _ = bundle_resources(document.roots, Resources(mode=request.param))
            return everything, model_scripts.of_document(everything)

    return scripts


def test_a_document_of_known_models_gets_two_scripts(scripts):
    everything, needed = scripts(Plot(), markup.HTML(), BusModel())
    assert len(re.findall("<script[^>]* src=", everything)) > 5
    [main] = re.findall('<script[^>]* src="([^"]*)"', needed)
    assert re.search(r"/bokeh(-[\d.]+)?\.min\.js", main)
    [models] = re.findall("<script data-models>(.*?)</script>", needed, re.DOTALL)
    assert 'register_models({HTML: require("models/html").HTML})' in models
    assert len(models) < 50_000


def test_installed_scripts_that_are_not_what_they_were_are_given_whole(scripts, monkeypatch):
    monkeypatch.setattr(model_scripts, "_installed", lambda: model_scripts.models_script([""]))
    everything, needed = scripts(Plot(), markup.HTML(), BusModel())
    assert needed == everything


@pytest.mark.parametrize("model", [Button, TeX])
def test_a_document_with_another_model_gets_all_scripts(scripts, model):
    everything, needed = scripts(Plot(), model())
    assert needed == everything
