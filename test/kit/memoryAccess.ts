import type { FileAccess, LogCheckpoint, LogRange } from '../../server/src/model/disk';

const LINES_A_PIECE = 2;
// Longer than any file of a test: another text of the same length with the same end is no continuation.
const TAIL = 1 << 20;

/** Files in memory, by URI, as the index reads them: a log two lines at a time. Logs are ASCII: an offset is a character's. */
export function memoryAccess(
  files: Map<string, string>,
  tail = TAIL,
): FileAccess & {
  linesRead(): number;
  range(uri: string, from: number, until: number): LogRange | undefined;
} {
  let linesRead = 0;
  const times = new Map<string, { text: string; changedAt: number }>();
  let clock = 0;
  const changedAt = (uri: string, text: string) => {
    const known = times.get(uri);
    if (known?.text === text) return known.changedAt;
    times.set(uri, { text, changedAt: ++clock });
    return clock;
  };
  const found = (uri: string, text: string) => ({ uri, size: text.length, changedAt: changedAt(uri, text) });
  const tailOf = (text: string, offset: number) => text.slice(Math.max(0, offset - tail), offset);
  return {
    linesRead: () => linesRead,
    *find(folder) {
      for (const [uri, text] of [...files]) if (uri.startsWith(`${folder}/`)) yield found(uri, text);
    },
    *filesBelow(folder) {
      for (const uri of [...files.keys()]) if (uri.startsWith(`${folder}/`)) yield uri;
    },
    wouldFind: (folder, uri) => uri.startsWith(`${folder}/`),
    stat(uri) {
      const text = files.get(uri);
      return text === undefined ? undefined : found(uri, text);
    },
    text(uri) {
      const text = files.get(uri);
      return text === undefined ? { fault: 'is gone' } : { text };
    },
    log(uri, from, { until = Number.POSITIVE_INFINITY } = {}) {
      const text = files.get(uri);
      if (text === undefined) return { fault: 'is gone' };
      const { offset, line, tail: before }: LogCheckpoint = from ?? { offset: 0, line: 0, tail: '', starts: [] };
      if (tailOf(text, offset) !== before || offset > text.length) return { replaced: true };
      const whole = text.slice(offset, until).split('\n');
      const last = whole.pop() ?? '';
      const torn = until < text.length ? '' : last;
      const lines = whole.slice(0, LINES_A_PIECE);
      linesRead += lines.length;
      const end = offset + lines.reduce((sum, one) => sum + one.length + 1, 0);
      const done = until >= text.length && lines.length === whole.length;
      const mark = { offset: end, line: line + lines.length, tail: tailOf(text, end), starts: [] };
      return { lines, first: line, mark, done, ...(done && torn !== '' && { torn }) };
    },
    /** The whole lines between two offsets. */
    range(uri, from, until) {
      const text = files.get(uri)?.slice(0, until) ?? '';
      const start = text.indexOf('\n', from - 1) + 1;
      const end = text.lastIndexOf('\n') + 1;
      if (start === 0 || end <= start) return undefined;
      const lines = text.slice(start, end - 1).split('\n');
      return { lines, start, mark: { offset: end, line: lines.length, tail: tailOf(text, end), starts: [] } };
    },
    line(uri, line) {
      const text = files.get(uri)?.split('\n')[line];
      return text === undefined ? { fault: 'is gone' } : { text };
    },
  };
}
