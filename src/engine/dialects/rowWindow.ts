import type { Dialect } from './dialect.ts'

/** The SQL for row limits and offsets in different databases, one function each: values of `Dialect.rowWindow`. */
type Place = Dialect['rowWindow']

/** `LIMIT n OFFSET m`. `unlimited` is used if there is an offset without a limit and the database requires one. */
export const limitOffset =
  (unlimited?: string): Place =>
  ({ limit, offset }) => ({
    tail: [
      ...(limit !== null ? [`LIMIT ${limit}`] : offset && unlimited ? [`LIMIT ${unlimited}`] : []),
      ...(offset ? [`OFFSET ${offset}`] : []),
    ],
  })

/** `OFFSET m LIMIT n` (Trino). */
export const offsetLimit: Place = ({ limit, offset }) => ({
  tail: [...(offset ? [`OFFSET ${offset}`] : []), ...(limit === null ? [] : [`LIMIT ${limit}`])],
})

/** `OFFSET m ROWS FETCH NEXT n ROWS ONLY` (Oracle 12, the standard). */
export const fetchNext: Place = ({ limit, offset }) => ({
  tail: [...(offset ? [`OFFSET ${offset} ROWS`] : []), ...(limit === null ? [] : [`FETCH NEXT ${limit} ROWS ONLY`])],
})

/** `SELECT TOP n`; with an offset the long form, which must follow an ORDER BY (SQL Server). */
export const topOrFetch: Place = ({ limit, offset, isOrdered }) =>
  offset
    ? {
        tail: [
          ...(isOrdered ? [] : ['ORDER BY (SELECT NULL)']),
          `OFFSET ${offset} ROWS`,
          ...(limit === null ? [] : [`FETCH NEXT ${limit} ROWS ONLY`]),
        ],
      }
    : { head: limit === null ? '' : `TOP ${limit}`, tail: [] }
