export interface NearAndSecret {
  near: string;
  secret: string;
  flags?: 'i';
  groups: number;
}
export function nearAndSecret(regex: string): NearAndSecret | undefined;
export function asJavaScript(regex: string): { pattern: string; flags?: 'i' };
