/** The source text of a helper function for generated Zod validators, and the names of the helpers that it calls. */
interface ZodHelper {
  needs?: readonly HelperName[];
  text: string;
}

/** The names of the helper functions that generated Zod validators may call. */
export type HelperName =
  | 'also'
  | 'areUnique'
  | 'begins'
  | 'contains'
  | 'exactlyOne'
  | 'has'
  | 'isMultiple'
  | 'isOneOf'
  | 'isTime'
  | 'length'
  | 'names'
  | 'ofType'
  | 'otherProperties'
  | 'sorted'
  | 'size'
  | 'unless'
  | 'when';

/**
 * The source code of the helper functions that generated Zod schemas call, by function name. They are function declarations, so that the
 * code that calls them may precede them.
 */
export const ZOD_HELPERS: Readonly<Record<HelperName, ZodHelper>> = {
  also: {
    text: `// What this schema says, too.
function also(schema: z.ZodType) {
  return (value: unknown, context: z.RefinementCtx): void => {
    for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  };
}`,
  },
  areUnique: {
    needs: ['sorted'],
    text: `function areUnique(values: readonly unknown[]): boolean {
  return new Set(values.map(sorted)).size === values.length;
}`,
  },
  begins: {
    needs: ['also'],
    text: `// A list whose first elements each have a schema; the last schema is that of all others.
function begins(first: readonly z.ZodType[], others: z.ZodType) {
  return (values: readonly unknown[], context: z.RefinementCtx): void => {
    for (const [at, value] of values.entries()) {
      for (const { path, message } of (first[at] ?? others).safeParse(value).error?.issues ?? []) {
        context.addIssue({ code: 'custom', path: [at, ...path], message });
      }
    }
  };
}`,
  },
  contains: {
    text: `function contains(schema: z.ZodType, least: number, most: number) {
  return (values: readonly unknown[]): boolean => {
    const count = values.filter(value => schema.safeParse(value).success).length;
    return count >= least && count <= most;
  };
}`,
  },
  exactlyOne: {
    text: `function exactlyOne<const Options extends readonly [z.ZodType, z.ZodType, ...z.ZodType[]]>(options: Options) {
  return z.union(options).superRefine((value, context) => {
    if (options.filter(option => option.safeParse(value).success).length > 1) {
      context.addIssue({ code: 'custom', message: 'must match only one of the alternatives' });
    }
  });
}`,
  },
  has: {
    text: `function has(required: readonly string[]) {
  return (value: object, context: z.RefinementCtx): void => {
    for (const name of required) {
      if (!Object.hasOwn(value, name)) context.addIssue({ code: 'custom', message: \`must have "\${name}"\` });
    }
  };
}`,
  },
  isMultiple: {
    text: `function isMultiple(of: number) {
  return (value: number): boolean => Number.isInteger(value / of);
}`,
  },
  isOneOf: {
    needs: ['sorted'],
    text: `function isOneOf(values: readonly unknown[]) {
  const known = new Set(values.map(sorted));
  return (value: unknown): boolean => known.has(sorted(value));
}`,
  },
  isTime: {
    text: `function isTime(asks: { date?: boolean; time?: boolean; zone?: 'required' | 'optional' }) {
  return (text: string): boolean => {
    const [day, clock] = asks.date && asks.time ? text.split(/[Tt\\s]/u) : [text, text];
    if (asks.date && asks.time && text.split(/[Tt\\s]/u).length !== 2) return false;
    return (!asks.date || isDay(day ?? '')) && (!asks.time || isClock(clock ?? ''));
  };
  function isDay(text: string): boolean {
    const [, year, month, day] = /^(\\d{4})-(\\d\\d)-(\\d\\d)$/u.exec(text) ?? [];
    if (!year || !month || !day || +month < 1 || +month > 12 || +day < 1) return false;
    const isLeap = (+year % 4 === 0 && +year % 100 !== 0) || +year % 400 === 0;
    return +day <= (+month === 2 && isLeap ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][+month - 1]!);
  }
  function isClock(text: string): boolean {
    const parts = /^(\\d\\d):(\\d\\d):(\\d\\d(?:\\.\\d+)?)(?:([Zz])|([+-])(\\d\\d)(?::?(\\d\\d))?)?$/u.exec(text);
    if (!parts) return false;
    const [, hours = '', minutes = '', seconds = '', utc, sign, zoneHours = '0', zoneMinutes = '0'] = parts;
    if (asks.zone === 'required' && !utc && !sign) return false;
    if (+zoneHours > 23 || +zoneMinutes > 59) return false;
    if (+hours <= 23 && +minutes <= 59 && +seconds < 60) return true;
    // The leap second, at the end of a day in UTC.
    const way = sign === '-' ? -1 : 1;
    const minute = +minutes - +zoneMinutes * way;
    const hour = +hours - +zoneHours * way - (minute < 0 ? 1 : 0);
    return (hour === 23 || hour === -1) && (minute === 59 || minute === -1) && +seconds < 61;
  }
}`,
  },
  length: {
    text: `// In characters, as JSON Schema counts.
function length(least: number, most: number) {
  return (text: string): boolean => {
    const count = [...text].length;
    return count >= least && count <= most;
  };
}`,
  },
  names: {
    text: `function names(schema: z.ZodType) {
  return (value: object, context: z.RefinementCtx): void => {
    for (const name of Object.keys(value)) {
      if (!schema.safeParse(name).success) context.addIssue({ code: 'custom', path: [name], message: 'has a wrong name' });
    }
  };
}`,
  },
  ofType: {
    needs: ['also'],
    text: `// Values of other types are not looked at.
function ofType(type: 'object' | 'array' | 'string' | 'number', schema: z.ZodType) {
  const check = also(schema);
  return (value: unknown, context: z.RefinementCtx): void => {
    const own = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
    if (own === type) check(value, context);
  };
}`,
  },
  otherProperties: {
    text: `// Properties by what their names look like; the last schema is that of all that are not named anywhere.
function otherProperties(known: readonly string[], patterns: readonly [RegExp, z.ZodType][], others: z.ZodType) {
  return (value: object, context: z.RefinementCtx): void => {
    for (const [name, own] of Object.entries(value)) {
      const schemas = patterns.filter(([pattern]) => pattern.test(name)).map(([, schema]) => schema);
      if (schemas.length === 0 && !known.includes(name)) schemas.push(others);
      for (const { path, message } of schemas.flatMap(schema => schema.safeParse(own).error?.issues ?? [])) {
        context.addIssue({ code: 'custom', path: [name, ...path], message });
      }
    }
  };
}`,
  },
  size: {
    text: `function size(least: number, most: number) {
  return (value: object, context: z.RefinementCtx): void => {
    const count = Object.keys(value).length;
    if (count < least || count > most) context.addIssue({ code: 'custom', message: \`has \${count} properties\` });
  };
}`,
  },
  sorted: {
    text: `// A text that is equal for equal values.
function sorted(value: unknown): string {
  if (Array.isArray(value)) return \`[\${value.map(sorted).join()}]\`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const entries = Object.entries(value).map(([key, one]) => \`\${JSON.stringify(key)}:\${sorted(one)}\`);
  return \`{\${entries.sort().join()}}\`;
}`,
  },
  unless: {
    text: `function unless(schema: z.ZodType) {
  return (value: unknown, context: z.RefinementCtx): void => {
    if (schema.safeParse(value).success) context.addIssue({ code: 'custom', message: 'is what it must not be' });
  };
}`,
  },
  when: {
    needs: ['also'],
    text: `function when(condition: z.ZodType, then: z.ZodType, otherwise: z.ZodType) {
  return (value: unknown, context: z.RefinementCtx): void =>
    also(condition.safeParse(value).success ? then : otherwise)(value, context);
}`,
  },
};
