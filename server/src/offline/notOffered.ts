/** Stands in for exports in the bundle of a page that was exported: what it carries may have been covered before. */
export function exportRun(): never {
  throw new Error('What was exported can be exported again from where it came from only.');
}

export function redactions(): never {
  return exportRun();
}
