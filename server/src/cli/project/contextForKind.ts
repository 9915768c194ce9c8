import type { Context } from '../../analysis/analyse';
import { fileKind } from '../../analysis/fileKind';

/** As what a file of this name is, whatever it is called, and whatever the settings say of rules: it may be what sets them. */
export function contextForKind(name: string, context: Context): Context {
  const kind = fileKind(`/${name}`, context.families);
  return { ...context, severities: new Map(), association: () => kind };
}
