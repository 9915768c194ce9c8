import { type PortableRun, RUN_ELEMENT } from '../features/replay/portable';

/** The run that the page carries; undefined where it carries none that can be read. */
export const carriedRun: PortableRun | undefined = readRun();

function readRun(): PortableRun | undefined {
  // The server's code knows no browser but here.
  const { document } = globalThis as {
    document?: { getElementById(id: string): { textContent: string | null } | null };
  };
  const text = document?.getElementById(RUN_ELEMENT)?.textContent;
  if (!text) return undefined;
  const run = JSON.parse(text) as PortableRun;
  return run.version === 1 ? run : undefined;
}
