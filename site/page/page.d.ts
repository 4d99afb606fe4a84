// What the scripts of the page share: start.js makes it, the others add to it.

interface SiteSettings {
  worker: string;
  main: string;
  files: Record<string, SiteFile>;
}

type SiteHandlers = { [Type in keyof FromWorker]?: (message: WorkerMessage<Type>) => void };

interface SiteWorker extends Worker {
  postMessage(message: PageMessage): void;
}

interface Site {
  files: Record<string, SiteFile>;
  root: string;
  settings: SiteSettings;
  worker: SiteWorker | null; // not there before it is started
  lacks: "" | "WebAssembly" | "workers" | "age";
  on(handlers: SiteHandlers): void;
  start(fresh: string[]): boolean;
  fail(title: string, text: string, action: (() => void) | null): void;
  keep?(delay?: number): Promise<void>; // not there when its script has not come
  ask(): Promise<void>; // whether the worker answers
  unfit: boolean; // the memory of the build is of no use here
  noteUnfit(lasting: boolean): void;
}

interface Window {
  site: Site;
}

interface Navigator {
  connection?: { saveData: boolean };
}

// ---- what the build puts into the page: loading.html, the settings, the template's <main> ----

interface Document {
  getElementById(id: "site-files" | "loading" | "problem" | "update"): HTMLElement;
}

interface ParentNode {
  querySelector(
    selector: "[data-bar]" | "[data-text]" | "[data-linked]" | "[data-title]" | "[data-retry]",
  ): HTMLElement;
  querySelector(selector: "button" | "main[aria-busy]"): HTMLElement;
}

// ---- of BokehJS ----

interface BokehView {
  lazy_initialize(): Promise<void>;
}

interface BokehModel {
  default_view?: new (...options: never[]) => BokehView;
}

interface BokehEvent {
  kind: string;
  model?: BokehModel;
  attr?: string;
}

interface BokehDocument {
  roots(): BokehModel[];
  get_model_by_name(name: string): BokehModel | null;
  get_model_by_id(id: string): BokehModel | null;
  on_change(changed: (event: BokehEvent) => void, batches: boolean): void;
  create_json_patch(events: BokehEvent[]): Patch;
  apply_json_patch(patch: Patch, buffers: Buffers): void;
}

declare const Bokeh: {
  documents: BokehDocument[];
  embed: {
    embed_items(documents: object, items: object[]): Promise<unknown>;
    add_document_standalone(
      document: BokehDocument,
      element: HTMLElement,
      roots: (HTMLElement | null)[],
    ): Promise<unknown>;
  };
};
