import type { FileReport } from '../model/report';

export interface Summary {
  files: number;
  parts: number;
  errors: number;
  warnings: number;
  infos: number;
}

/** Counts what was checked and found. */
export function summaryOf(reports: readonly FileReport[]): Summary {
  const summary: Summary = { files: reports.length, parts: 0, errors: 0, warnings: 0, infos: 0 };
  for (const { parts, problems } of reports) {
    summary.parts += parts.length;
    for (const { severity } of problems) summary[`${severity}s`]++;
  }
  return summary;
}

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
