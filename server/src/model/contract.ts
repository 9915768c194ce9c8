import type { Schema, Validate } from './schema';

/** The schema of a value and its noun for messages. The validator decides; the schema provides the wording. */
export interface Contract {
  title: string;
  schema: Schema;
  validate: Validate;
}
