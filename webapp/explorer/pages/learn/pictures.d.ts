// The status that Python sends to Learn.

interface LearnStatus {
  waiting: boolean;
  problem: string;
  at: { chapter: string; step: number };
  // as soon as the search of a step is there
  texts?: Record<string, string>;
  steps?: number;
  busy?: boolean;
  changed?: boolean;
  moves?: number;
  view?: string;
  hovered?: string | null;
  aimed?: string;
}
