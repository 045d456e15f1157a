/** Writes the table of databases into docs/databases.md; a test compares the two. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databasesTable } from '../src/engine/dialects/documentation.ts'

const file = join(import.meta.dirname, '../docs/databases.md')
const page = readFileSync(file, 'utf8')
writeFileSync(
  file,
  page.replace(/\| database \| address[\s\S]*?\n(?=\n)/, () => `${databasesTable()}\n`),
)
