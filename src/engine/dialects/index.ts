import type { Dialect } from './dialect.ts'
import { duckdb } from './duckdb/index.ts'

/** Every database that queries can be planned for, by the name that a connection gives. */
export const dialects: Readonly<Record<string, Dialect>> = { duckdb }
