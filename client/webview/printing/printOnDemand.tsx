import { render } from 'preact';
import type { Host } from '../host/host';
import { PrintedRun } from './PrintedRun';
import { readPrintedRun } from './readPrintedRun';

/** Lays a run out on paper when it is about to be printed: what is in view on a screen is but a part of it. */
export function printOnDemand(host: Host): void {
  const sheet = document.createElement('main');
  sheet.className = 'printed';
  document.body.append(sheet);
  const prepare = async () => {
    const data = await readPrintedRun(host.ask);
    render(<PrintedRun {...data} />, sheet);
  };
  // Which of both comes differs between browsers and ways to print.
  window.addEventListener('beforeprint', () => void prepare());
  matchMedia('print').addEventListener('change', ({ matches }) => matches && void prepare());
  window.addEventListener('afterprint', () => render(null, sheet));
}
