/** Writes the table of settings into docs/configuration.md; a test compares the two. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsTable } from '../src/server/config.ts'

const file = join(import.meta.dirname, '../docs/configuration.md')
const page = readFileSync(file, 'utf8')
writeFileSync(
  file,
  page.replace(/\| variable[\s\S]*?\n(?=\n)/, () => `${settingsTable()}\n`),
)
