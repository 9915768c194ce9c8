/** Stands in, in the bundle of a page that carries its run, for what can't be had there: other runs, and exports. */
export function compare(): never {
  throw new Error('This file holds one run alone: there is none to compare it with.');
}

export function difference(): never {
  return compare();
}

export function exportRun(): never {
  throw new Error('What was exported can be exported again from where it came from only.');
}

export function redactions(): never {
  return exportRun();
}
