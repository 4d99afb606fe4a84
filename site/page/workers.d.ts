// What the build puts in front of the service worker, and what the worker gives to Python and takes
// of Pyodide.

interface WorkerGlobalScopeEventMap {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
}

interface WorkerGlobalScope {
  skipWaiting(): Promise<void>;
}

declare const clients: Clients;
declare const VERSION: string;
declare const FILES: Record<string, string>; // hashes by address

declare var siteRoot: string;
declare var _createPyodideModule: (settings: PythonSettings) => Promise<PythonModule>;
declare var fetchLate: () => [name: string, packed: Uint8Array, sha256: string, bytes: number][];
declare var unpack: (packed: Bytes, bytes: number) => Bytes;
declare var toObject: (pairs: [name: string, value: unknown][]) => Record<string, unknown>;
declare var sendPatch: (patch: Patch, buffers: Buffers) => void;

type Bytes = Uint8Array<ArrayBuffer>;
type Unpacked = [path: string, content: Bytes]; // a file of a bundle
type Compiled = [path: string, code: WebAssembly.Module];

interface NamedFile extends SiteFile {
  name: string;
}

type Files = Record<string, NamedFile>;

// Promises of what both ways to start need.
interface Shared {
  code: Promise<WebAssembly.Module>;
  loader: Promise<{ loadPyodide(options: PythonOptions): Promise<Pyodide> }>;
  script: Promise<unknown>;
  modules: Promise<Unpacked[]>;
  compiled: Promise<Compiled[]>;
}

// Of the decoder's WebAssembly; addresses and sizes are numbers.
interface Decoder extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  ZSTD_createDCtx(): number;
  ZSTD_freeDCtx(context: number): number;
  ZSTD_decompressStream(context: number, output: number, input: number): number;
}

// ---- of Emscripten and Pyodide ----

interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void;
}

interface Library {
  name: string;
}

interface LinkFlags {
  loadAsync: boolean;
  global: boolean;
  nodelete: boolean;
  allowUndefined: boolean;
}

interface PythonModule {
  FS: FileSystem;
  HEAP8: Int8Array<ArrayBuffer>;
  HEAPU8: Bytes;
  LDSO: {
    loadedLibsByHandle: Record<string, Library>;
    loadedLibsByName: Record<string, Library>;
  };
  wasmTable: WebAssembly.Table;
  preloadedWasm: Record<string, unknown>;
  loadWebAssemblyModule(
    code: WebAssembly.Module,
    flags: LinkFlags,
    path: string,
    scope: object,
  ): Promise<unknown>;
  loadDynamicLibrary(path: string, flags: LinkFlags, scope: object): Promise<unknown>;
  addRunDependency(name: string): void;
  removeRunDependency(name: string): void;
  __hiwire_get(index: number): unknown;
}

// Becomes the module.
interface PythonSettings extends PythonModule {
  preRun: ((Module: PythonModule) => void)[];
  INITIAL_MEMORY?: number;
  onRuntimeInitialized?: () => void;
}

interface PythonOptions {
  indexURL: string;
  stdLibURL: string;
  env: Record<string, string>;
  jsglobals?: object;
  _loadSnapshot?: Uint8Array;
  _makeSnapshot?: boolean;
}

// The `Page` of runtime.py.
interface PythonPage {
  run(main: string): string;
  link(): void;
  leave(): void;
  restored(address: string): void;
  receive(patch: Patch): void;
}

interface PythonImports {
  late: { find_late(): void; leave_files(): void };
  numpy: object;
  "bokeh.plotting": object;
  runtime: { Page: { (address: string): PythonPage; kept: PythonPage } };
  standins: object;
}

interface Pyodide {
  _module: PythonModule;
  FS: FileSystem;
  makeMemorySnapshot(): Uint8Array;
  pyimport<Name extends keyof PythonImports>(name: Name): PythonImports[Name];
  runPython(code: string): unknown;
}

// ---- the memory of the build ----

// Python before it starts: the end of what is linked, a sum of it, the size of its table.
interface LinkedState {
  end: number;
  sum: number;
  functions: number;
}

// What describes the memory; with its pages one can go on from it (memory.js, capture.js).
interface KeptState {
  document: string; // what `PythonPage.run` has answered
  head: number[]; // bytes of Pyodide's own snapshot
  runs: [start: number, end: number][]; // of the memory, that hold anything
  handles: [handle: string, name: string][]; // of the libraries
  linked: LinkedState;
  bytes: number; // of the whole memory
}

interface Kept extends KeptState {
  pages: Promise<Bytes>;
  fits(FS: FileSystem): Promise<void>;
}
