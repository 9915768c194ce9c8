import { render } from 'preact';
import type { Host } from '../host/host';
import { PrintedRun } from './PrintedRun';
import { readPrintedRun } from './readPrintedRun';

/** Renders the whole run when it is about to be printed: the screen shows only part of it. */
export function printOnDemand(host: Host): void {
  const sheet = document.createElement('main');
  sheet.className = 'printed';
  document.body.append(sheet);
  const prepare = async () => {
    const data = await readPrintedRun(host.ask);
    render(<PrintedRun {...data} />, sheet);
  };
  // Browsers differ in which of the two events they send.
  window.addEventListener('beforeprint', () => void prepare());
  matchMedia('print').addEventListener('change', ({ matches }) => matches && void prepare());
  window.addEventListener('afterprint', () => render(null, sheet));
}
