import type { DuckDBConnection } from '@duckdb/node-api'
import { EngineFailure } from '../engine.ts'

export const ONLY_SELECT = 'Only SELECT statements are allowed against this database.'

/** Table functions that only create rows from their arguments. */
const HARMLESS = new Set(['range', 'generate_series', 'unnest', 'json_each', 'json_tree', 'repeat', 'repeat_row'])

/**
 * Rejects table functions in SELECT statements, except for harmless ones. Even when locked, the engine lets a SELECT
 * enable its query log (and so read other users' queries, or stop all queries with a log that cannot be written), run
 * SQL built at run time, and list its files.
 */
export class TableFunctionGuard {
  private readonly names: RegExp

  private constructor(names: string[]) {
    this.names = new RegExp(names.map((name) => name.replaceAll(/\W/g, '\\$&')).join('|'), 'i')
  }

  /**
   * Reads the list of functions from the engine: a function of a later version is rejected until it is listed as
   * harmless.
   */
  static async of(connection: DuckDBConnection): Promise<TableFunctionGuard> {
    const reader = await connection.runAndReadAll(
      `SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('table', 'table_macro', 'pragma')`,
    )
    const names = reader.getRows().map(([name]) => String(name))
    return new TableFunctionGuard(names.filter((name) => !HARMLESS.has(name)))
  }

  /**
   * Checks the calls in a query. Parsing costs as much as a small query, so the text is parsed only if the name of a
   * rejected function occurs in it. A call always contains the name, because the engine has no escapes in identifiers.
   */
  async check(connection: DuckDBConnection, sql: string): Promise<void> {
    if (!this.names.test(sql)) return
    const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])
    const tree = JSON.parse(String(reader.getRows()[0]?.[0])) as { error_type?: string }
    // statements that the engine rewrites to its own SELECT, such as PRAGMA
    if (tree.error_type === 'not implemented') throw new EngineFailure('engine', ONLY_SELECT)
    const called = tableFunctions(tree).find((name) => !HARMLESS.has(name))
    if (called !== undefined) throw new EngineFailure('engine', `The table function ${called} is not allowed.`)
  }
}

function tableFunctions(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(tableFunctions)
  if (typeof node !== 'object' || node === null) return []
  const own = 'type' in node && node.type === 'TABLE_FUNCTION' ? [functionName(node)] : []
  return [...own, ...Object.values(node).flatMap(tableFunctions)]
}

function functionName(node: object): string {
  const call: unknown = 'function' in node ? node.function : undefined
  const name: unknown = typeof call === 'object' && call !== null && 'function_name' in call ? call.function_name : ''
  return String(name).toLowerCase()
}
