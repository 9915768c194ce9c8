import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** A body that can't be taken, with the HTTP status that says so. */
export class BodyError extends Error {
  constructor(
    readonly status: 400 | 413 | 503,
    message: string,
  ) {
    super(message);
  }
}

/** The bytes that the bodies of all requests may still take. */
export interface BodyBudget {
  left: number;
}

/**
 * Reads the body of a request, as it was sent. What it takes of the budget is the caller's to give back. Rejects with a BodyError where it is larger than
 * `most` bytes, or too much is being read already; with the error of the connection where that ends.
 */
export async function readBody(request: IncomingMessage, most: number, budget: BodyBudget): Promise<Buffer> {
  if (Number(request.headers['content-length']) > most) throw tooLarge(most);
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of piecesOf(request)) {
      size += piece.length;
      budget.left -= piece.length;
      if (size > most) throw tooLarge(most);
      if (budget.left < 0) throw new BodyError(503, 'Too much arrives at the same time; send it again.');
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    budget.left += size;
    throw error;
  }
}

/** Decompresses a body. Rejects with a BodyError where there is more than `most` bytes in it, or it is torn. */
export async function decompress(body: Buffer, most: number): Promise<Buffer> {
  try {
    return await unzip(body, { maxOutputLength: most });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(most);
    throw new BodyError(400, 'The body is no complete gzip; send it again.');
  }
}

const unzip = promisify(gunzip);

/** Passes over the rest of a body: a client that still sends might not see the answer. */
export async function passOver(request: IncomingMessage, most: number): Promise<void> {
  let size = 0;
  for await (const piece of piecesOf(request)) {
    size += piece.length;
    if (size > most) return;
  }
}

// An iteration that ends early would end the connection, too, before it is answered.
function piecesOf(request: IncomingMessage): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

function tooLarge(most: number): BodyError {
  return new BodyError(413, `The body is larger than ${most} bytes; send smaller batches.`);
}
