import type { GenericType } from '../../../model/dataset/dataset.ts'
import type { Dialect } from '../dialect.ts'
import { trueOrFalse } from './literals.ts'

/** SQL fragments that several databases share. */

type Quote = (name: string) => string

/** `schema.table` */
export const schemaTable =
  (quote: Quote): Dialect['table'] =>
  ({ schema, table_name }) =>
    (schema ? [schema, table_name] : [table_name]).map((name) => quote(name)).join('.')

/** `catalog.schema.table`; a catalog without a schema is ignored. */
export const catalogTable =
  (quote: Quote): Dialect['table'] =>
  ({ catalog, schema, table_name }) =>
    [...(catalog && schema ? [catalog] : []), ...(schema ? [schema] : []), table_name]
      .map((name) => quote(name))
      .join('.')

/** For databases that have no ILIKE. */
export const likeInLowerCase: Dialect['ilike'] = (left, right) => `LOWER(${left}) LIKE LOWER(${right})`

export const isTruth: Dialect['isBoolean'] = (expression, value) => `${expression} IS ${trueOrFalse(value)}`

/** For databases whose IS accepts only NULL. */
export const isSameTruth: Dialect['isBoolean'] = (expression, value) =>
  `${expression} IS NOT DISTINCT FROM ${trueOrFalse(value)}`

/** The kind of values of a declared type, by the first pattern that it matches. */
export const typeByPattern =
  (patterns: readonly (readonly [RegExp, GenericType])[]): Dialect['genericType'] =>
  (declared) =>
    patterns.find(([pattern]) => pattern.test(declared?.trim() ?? ''))?.[1] ?? null
