import type { FileEntry } from '../../model/fileAccess';
import type { Reader, ReadRange } from './sharedReadQueue';

/** What whoever reads a log from its beginning does next. */
export type NextRead =
  /** Takes a range that was read elsewhere and begins just here. */
  | { range: ReadRange }
  /** Reads on, as far as this offset if there is one: another range begins there, or a little behind it. */
  | { until: number | undefined }
  /** Waits for the range that begins a little further on. */
  | 'waits';

interface ReadAheadSizes {
  /** Bytes of a range: reading one takes some tens of milliseconds. */
  length?: number;
  /** Bytes: for a smaller log another thread is not worth its start. */
  least?: number;
}

/** Ranges queued ahead, so that the reader never waits. */
const GIVEN_AT_ONCE = 2;

/**
 * Has a large log read from its end in another thread, range by range, while this thread reads it from its beginning. Returns what
 * to do next, for the offset up to which the log is read; undefined for a smaller log.
 *
 * Invariant: a range that can't be read, or does not fit any more, is left out, as are lines between two ranges: this thread
 * comes upon them.
 */
export function readAhead(
  reader: Reader,
  found: FileEntry,
  { length = 4e6, least = 16e6 }: ReadAheadSizes = {},
): ((offset: number) => NextRead) | undefined {
  if (found.size < least) return undefined;
  /** The nearest is the last. */
  const ranges: GivenRange[] = [];
  let end = found.size;
  let given = 0;
  let fails = false;
  let last = -1;

  function give(offset: number): void {
    while (!fails && given < GIVEN_AT_ONCE && end - length > offset + length) {
      const range: GivenRange = { from: end - length };
      ranges.push(range);
      given++;
      reader.readRange({ found, from: range.from, until: end }).then(
        read => answered(range, read),
        () => {
          fails = true;
          answered(range, undefined);
        },
      );
      end = range.from;
    }
  }

  function answered(range: GivenRange, read: ReadRange | undefined): void {
    given--;
    if (read) range.read = read;
    else ranges.splice(ranges.indexOf(range), 1);
  }

  return offset => {
    give(offset);
    const isStuck = offset === last;
    last = offset;
    for (let range = ranges.at(-1); range; range = ranges.at(-1)) {
      const { from, read } = range;
      if (!read) return isStuck || offset > from ? 'waits' : { until: from };
      if (offset < read.start && !isStuck) return { until: read.start };
      ranges.pop();
      if (offset === read.start) return { range: read };
    }
    return { until: undefined };
  };
}

interface GivenRange {
  from: number;
  read?: ReadRange;
}
