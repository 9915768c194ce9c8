import { test } from 'vitest';
import { definition } from '../../server/src/features/definition';
import { references } from '../../server/src/features/references';
import { highlights } from '../../server/src/features/highlights';
import { symbols } from '../../server/src/features/symbols';
import { links } from '../../server/src/features/links';
import { idSummary } from '../../server/src/features/idSummary';
import { idAt } from '../../server/src/features/ids';
import { asked, drawn, workspace, analysisOf } from './feature';
const I = 'specs/005/.workflow/index.md';
test('p', () => {
  for (const [p, d] of [[I,'clarifying |\n| Important | **G-¦001'],[I,'| C2¦.1'],[I,'CHK-¦002'],[I,'¦FR-003'],[I,'FR-00¦1'],[I,'US-¦001'],[I,'see SPEC¦-007'],[I,'| spec¦.md'],[I,'plan¦.md'],[I,'state¦.md'],[I,'`specs/005/sp¦ec.md'],[I,'CHK0¦09'],[I,'G-RES¦-001'],['specs/005/.workflow/return.json','"G-0¦02"'],['specs/005/.workflow/return.json','G-0¦44'],['docs/guide.md','FR-0¦01'],['specs/005/notes.md','nG-0¦02'],['specs/005/notes.md','u00e9G-0¦02'],['specs/005/.workflow/return.json','| spec¦.md']] as const) {
    const { analysis, position } = asked(p, d);
    const place = idAt(analysis.file, position);
    console.log(d, '=>', definition(analysis, position, workspace).map(l => drawn(l)), place && idSummary(place, analysis, workspace),
     references(analysis, position, {includeDeclaration: false}, workspace).map(l => drawn(l)), highlights(analysis, position, workspace).map(h=>h.kind).join());
  }
  const show = (s: any, i = ''): string => i + `${s.name} [${s.detail ?? ''}]\n` + (s.children ?? []).map((c: any) => show(c, i + '  ')).join('');
  for (const p of [I, 'specs/005/.workflow/return.json','check-modules/spec-checks.md']) console.log(symbols(analysisOf(p)).map(s=>show(s)).join(''), links(analysisOf(p), workspace).map(l => drawn({uri: 'file:///work/'+p, range: l.range}) + ' > '+l.target));
});
