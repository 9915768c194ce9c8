import { redactor } from '../../../server/src/runs/redaction/redactor';
import type { Redaction } from '../../../server/src/shared/replay';

export const ALL: Redaction = { paths: true, emails: true, secrets: true, fields: [] };
export const NONE: Redaction = { paths: false, emails: false, secrets: false, fields: [] };

export function redacted(text: string, redaction: Partial<Redaction> = {}): string {
  return redactor({ ...ALL, ...redaction }).text(text);
}

export function document(text: string, redaction: Partial<Redaction> = {}): string {
  return redactor({ ...ALL, ...redaction }).document(text, 'json');
}

// Put together here, so that nothing that looks for secrets in sources finds one.
export const SECRETS: string[] = [
  `sk-${'aB3'.repeat(8)}`,
  `sk-proj-${'aB3_-'.repeat(6)}`,
  `ghp_${'aB3'.repeat(12)}`,
  `gho_${'aB3'.repeat(12)}`,
  `github_pat_${'aB3_'.repeat(8)}`,
  `xoxb-${'123-aB3'.repeat(4)}`,
  `AKIA${'ABCD'.repeat(4)}`,
  `AIza${'aB3-'.repeat(9)}`,
  `glpat-${'aB3-'.repeat(6)}`,
  `eyJ${'aB3'.repeat(6)}.eyJ${'aB3'.repeat(6)}.${'aB3_'.repeat(6)}`,
  `npm_${'aB3'.repeat(12)}`,
  `-----BEGIN RSA PRIVATE KEY-----\nMIIE${'aB3/'.repeat(20)}\n-----END RSA PRIVATE KEY-----`,
  `-----BEGIN OPENSSH PRIVATE KEY-----\n${'aB3/'.repeat(20)}`,
];
