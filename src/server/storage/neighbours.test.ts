import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { statementsOf } from './migrate.ts'
import { migrations } from './migrations/index.ts'

/**
 * During a rolling restart, nodes of the previous release work on a store that the first new node has migrated:
 * everything that they read and write must still exist, and they must not have to write new columns.
 */

/** The first migration that supports rolling restarts. */
const FIRST_CHECKED = 2

interface Column {
  name: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
}

type Schema = Map<string, Map<string, Column>>

function schemaOf(db: DatabaseSync): Schema {
  const tables = db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and sql not like '%virtual%'",
    )
    .all() as { name: string }[]
  return new Map(
    tables.map(({ name }) => {
      const columns = db.prepare(`select * from pragma_table_info('${name}')`).all() as unknown as Column[]
      return [name, new Map(columns.map((column) => [column.name, column]))] as const
    }),
  )
}

/** Differences between two schemas that break code for the earlier one. */
function broken(before: Schema, after: Schema): string[] {
  return [...before].flatMap(([table, columns]) => {
    const now = after.get(table)
    if (!now) return [`${table} is missing`]
    const gone = [...columns.values()].flatMap(({ name, type, notnull }) => {
      const column = now.get(name)
      if (!column) return [`${table}.${name} is missing`]
      if (column.type !== type) return [`${table}.${name} was ${type} and is ${column.type}`]
      return column.notnull > notnull ? [`${table}.${name} may not be null any more`] : []
    })
    const demanded = [...now.values()]
      .filter(
        ({ name, notnull, dflt_value, pk }) => !columns.has(name) && notnull === 1 && dflt_value === null && pk === 0,
      )
      .map(({ name }) => `${table}.${name} is needed, and has no default`)
    return [...gone, ...demanded]
  })
}

const cases = migrations.flatMap(({ version }, at) => (version >= FIRST_CHECKED && at > 0 ? [{ version, at }] : []))

it.each(cases)('a node of the previous release works on schema $version', ({ at }) => {
  const db = new DatabaseSync(':memory:')
  const run = (from: number, until: number) => {
    for (const migration of migrations.slice(from, until))
      for (const statement of statementsOf(migration, 'sqlite')) db.exec(statement)
  }
  run(0, at)
  const before = schemaOf(db)
  run(at, at + 1)
  expect(broken(before, schemaOf(db))).toEqual([])
  db.close()
})
