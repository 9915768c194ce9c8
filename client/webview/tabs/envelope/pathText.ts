import type { StepProblem } from '../../../../server/src/shared/protocol';

/** Keys and indices from the root of an envelope. */
export type Path = StepProblem['path'];

/** Formats a path as in code: `payload.items[2]["odd name"]`; the root is `the envelope`. */
export function pathText(path: Path): string {
  if (path.length === 0) return 'the envelope';
  const text = path.slice(0, MOST).map(written).join('').replace(/^\./, '');
  return path.length > MOST ? `${text}…` : text;
}

const MOST = 12;

function written(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key) && key.length <= 60
    ? `.${key}`
    : `[${JSON.stringify(key.slice(0, 60))}]`;
}

/** A path as a JSONPath query for the one value there: `$.payload.items[2]["odd name"]`. */
export function jsonPath(path: Path): string {
  return `$${path.map(queried).join('')}`;
}

function queried(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
