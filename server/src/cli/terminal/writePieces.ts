import type { Output } from './io';

/** Writes text while it is generated, no faster than the reader takes it. */
export async function writePieces(output: Output, pieces: Iterable<string>): Promise<void> {
  let waiting = '';
  const write = async () => {
    const isFull = output.write(waiting) === false;
    waiting = '';
    if (isFull) await output.drained?.();
  };
  for (const piece of pieces) {
    waiting += piece;
    if (waiting.length >= ROOM) await write();
  }
  if (waiting !== '') await write();
}

/** Characters. */
const ROOM = 1 << 16;
