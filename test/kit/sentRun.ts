import { onTestFinished } from 'vitest';
import { readAgain, toldBy } from '../families/readAgain';
import { indexFiles } from './indexFiles';
import { log, message } from './runsClient';
import { type CollectorAnswer, traceCollector } from './traceCollector.mjs';

/** A run of three batches. */
export const LONG_RUN = log(...Array.from({ length: 1100 }, (_, index) => message(index)));

/** A collector that ends with the test. */
export async function collector(answersInOrder: readonly CollectorAnswer[] = []) {
  const running = await traceCollector(answersInOrder);
  onTestFinished(running.close);
  return running;
}

/** An answer that begins so and never ends. */
export function endless(beginning: string): CollectorAnswer {
  return response => {
    response.writeHead(200);
    response.write(beginning);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      response.once('drain', more);
    };
    more();
  };
}

/** All spans of some requests as one. */
function joined(texts: readonly string[]): string {
  const [first, ...rest] = texts.map(text => JSON.parse(text));
  const { spans } = first.resourceSpans[0].scopeSpans[0];
  for (const one of rest) spans.push(...one.resourceSpans[0].scopeSpans[0].spans);
  return JSON.stringify(first);
}

/** What requests tell of their run. */
export function sentRun(texts: readonly string[]) {
  return toldBy(readAgain(joined(texts)));
}

/** What a log tells of its run. */
export function originalRun(text: string) {
  const index = indexFiles({ 'long.jsonl': text });
  const [summary] = index.runs();
  const run = summary && index.run(summary.key);
  return run && toldBy(run);
}
