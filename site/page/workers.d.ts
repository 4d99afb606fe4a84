// What the build puts in front of the service worker, and what the worker gives to Python.

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
declare var _createPyodideModule: any;
declare var fetchLate: () => [name: string, packed: Uint8Array, sha256: string, bytes: number][];
declare var unpack: (packed: Uint8Array, bytes: number) => Uint8Array;
declare var toObject: (pairs: [name: string, value: any][]) => Record<string, any>;
declare var sendPatch: (patch: any, buffers: Map<string, ArrayBuffer>) => void;
