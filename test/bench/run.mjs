// node test/bench/run.mjs [part of a benchmark's name]
// Each file in benchmarks/ is one: it says what it is about and what it is held against, and gives a ratio.
import { readdirSync } from 'node:fs';

const folder = new URL('benchmarks/', import.meta.url);
const [wanted = ''] = process.argv.slice(2);

for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.mjs') || !file.includes(wanted)) continue;
  const { about, anchor, limit, unit = 'ms', run } = await import(new URL(file, folder).href);
  const { pairs, own, anchor: anchorTime, ratio, low, high, statistic = 'medians', notes = [] } = await run();
  console.log(`${file.replace('.mjs', '')}: ${about}`);
  console.log(`  ratio ${ratio.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}) to ${anchor}`);
  console.log(`  ${statistic} of ${pairs} pairs: ${shown(own, unit)} to ${shown(anchorTime, unit)}`);
  for (const note of notes) console.log(`  ${note}`);
  if (limit) console.log(`  limit ${limit}: ${ratio <= limit ? 'kept' : 'EXCEEDED'}`);
}

function shown(time, unit) {
  return `${time < 1 ? time.toFixed(3) : time.toFixed(1)} ${unit}`;
}
