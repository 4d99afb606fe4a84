// What the page and its worker say to each other, by the type of message, and the files of the site.

interface SiteFile {
  url: string;
  title: string;
  bytes: number;
  transfer: number;
  sha256: string;
  unpacked?: number; // the size of what Zstandard has packed
}

// Changes of a document as Bokeh sends them; `buffers` hold the numbers of its arrays.
interface Patch {
  events: PatchEvent[];
}

type PatchEvent =
  | { kind: "ModelChanged"; model: { id: string }; attr: string; new: BokehValue }
  | { kind: "MessageSent"; msg_type: string; msg_data: BokehValue };

// A model, where it is described, has the type "object" and an id.
type BokehValue = BokehValue[] | BokehFields | ArrayBufferView | string | number | boolean | null;
type BokehFields = { [name: string]: BokehValue };

type Buffers = Map<string, ArrayBuffer>;

interface FromPage {
  start: {
    files: Record<string, SiteFile>; // by name
    main: string; // the app's file
    root: string; // address of the site
    fresh: string[]; // names of files to be fetched again
    mayGoOn: boolean; // from the memory of the build
    address: string; // of the page
  };
  rendered: object; // the document is there
  patch: { patch: Patch };
  ask: object; // whether the worker answers
}

interface FromWorker {
  way: { files: string[] }; // names of those that this start needs
  bytes: { name: string; received: number }; // of a file
  step: { step: string };
  render: { document: string };
  linked: object; // Python hears what the reader does
  patch: { patch: Patch; buffers: Buffers };
  idle: object; // the last patch is applied
  here: object; // answers `ask`
  error: { message: string };
  // part: "" where it is no file's fault; name: of the file; script: whether it is one of the page's
  failed: { part: string; name?: string; reason?: string; script?: boolean };
  // shown: whether the page has its document; lasting: whether the memory will not fit later either
  unfit: { shown: boolean; lasting: boolean; reason: string };
}

type Messages<All, Type extends keyof All> = { [K in Type]: { type: K } & All[K] }[Type];
type PageMessage<Type extends keyof FromPage = keyof FromPage> = Messages<FromPage, Type>;
type WorkerMessage<Type extends keyof FromWorker = keyof FromWorker> = Messages<FromWorker, Type>;
