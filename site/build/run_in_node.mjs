// Run a Python script in Pyodide under Node.js:
//   node run_in_node.mjs PYODIDE_FOLDER SCRIPT.py [ARCHIVE ...] [-- ARGUMENT ...]
// The archives (wheels or zips) are unpacked into site-packages first; the host's file system is
// at /host; the script reads its arguments in sys.argv and whatever comes on stdin.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, script, ...rest] = process.argv.slice(2);
const split = rest.includes("--") ? rest.indexOf("--") : rest.length;
const archives = rest.slice(0, split);
const scriptArguments = rest.slice(split + 1);

async function main() {
  const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")));
  // The fixed hash seed keeps bytecode of sets the same from build to build.
  const pyodide = await loadPyodide({
    indexURL: resolve(folder),
    env: { PYTHONHASHSEED: "0", HOME: "/home/pyodide" },
  });
  pyodide.setStdout({ batched: (line) => process.stdout.write(`${line}\n`) });
  pyodide.setStderr({ batched: (line) => process.stderr.write(`${line}\n`) });
  const extractDir = pyodide.runPython("import site; site.getsitepackages()[0]");
  for (const archive of archives) {
    pyodide.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir });
  }
  pyodide.FS.mkdir("/host");
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: "/" }, "/host");
  pyodide.globals.set("script_arguments", [script, ...scriptArguments]);
  pyodide.runPython("import sys; sys.argv = script_arguments.to_py(); del script_arguments");
  await pyodide.runPythonAsync(readFileSync(script, "utf8"), { filename: script });
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
}
