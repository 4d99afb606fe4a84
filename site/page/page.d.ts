// What the scripts of the page share: start.js makes it, the others add to it.

interface SiteFile {
  url: string;
  title: string;
  bytes: number;
  transfer: number;
  sha256: string;
}

interface SiteSettings {
  worker: string;
  main: string;
  files: Record<string, SiteFile>;
}

// What the worker says, by its type.
type SiteHandlers = Record<string, (message: any) => void>;

interface Site {
  files: Record<string, SiteFile>;
  root: string;
  settings: SiteSettings;
  worker: Worker;
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

declare const Bokeh: any;
