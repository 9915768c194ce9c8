import type { Context } from '../../analysis/analyse';
import { fileKind } from '../../analysis/fileKind';

/** A context that checks a file as if it had this name, with default severities, because the file may be the settings. */
export function contextForKind(name: string, context: Context): Context {
  const kind = fileKind(`/${name}`, context.families);
  return { ...context, severities: new Map(), association: () => kind };
}
