import type { Completion } from '@codemirror/autocomplete'
import { type NamedSource, textNames } from './textNames.ts'

/** Tables of a schema. */
export interface FoundTables {
  names: readonly string[]
  /** whether more tables match: further letters must start a new search */
  isPart: boolean
}

export const noTables: FoundTables = { names: [], isPart: false }

/** The names that can be completed in an editor. Lists that are long or slow to load are requested by name. */
export interface Catalog {
  schemas: () => Promise<readonly string[]>
  /** tables of a schema whose names contain the typed part; the tab's schema by default */
  tables: (schema: string | undefined, typed: string) => Promise<FoundTables>
  /** columns of a table; empty if there is no such table */
  columns: (schema: string | undefined, table: string) => Promise<readonly { name: string; type: string }[]>
  /** tables in the left pane */
  openTables: () => readonly string[]
  /** quotes a name for the database if it needs quotes */
  quote: (name: string) => string
}

const boosts = { column: 30, source: 25, table: 20, schema: 5 }

const qualified = /((?:[\p{L}_][\p{L}\p{N}_$]*|"[^"]*"|`[^`]*`)\s*\.\s*)+[\p{L}\p{N}_$]*$/u
const word = /[\p{L}\p{N}_$]*$/u

export interface NameCompletions {
  options: Completion[]
  /** whether further letters need another search */
  isPart: boolean
}

/** The completions for a word, given the parts of the statement before and after it. */
export async function nameCompletions(catalog: Catalog, before: string, after: string): Promise<NameCompletions> {
  const path = qualified.exec(before)?.[0]
  const typed = word.exec(before)?.[0] ?? ''
  // the word that is being typed does not count as a name
  const names = textNames(`${before.slice(0, before.length - (path ?? typed).length)} ${after}`)
  if (path !== undefined) {
    const qualifier = path.slice(0, path.lastIndexOf('.')).trim()
    return ofQualifier(catalog, names, qualifier.split('.').at(-1)?.trim().replaceAll(/["`]/g, '') ?? '', typed)
  }
  const isSource = /\b(from|join|update|into|table)\s+[\p{L}\p{N}_$]*$/iu.test(before)
  const [tables, schemas, columns] = await Promise.all([
    catalog.tables(undefined, typed),
    catalog.schemas(),
    isSource ? [] : columnsOfAll(catalog, names),
  ])
  const own = names.map(({ alias, table }) => option(catalog, alias, 'source', alias === table ? 'table' : table))
  const options = unique([
    ...columns,
    ...own,
    ...tables.names.map((table) => option(catalog, table, 'table', 'table')),
    ...schemas.map((schema) => option(catalog, schema, 'schema', 'schema')),
  ])
  return { options, isPart: tables.isPart }
}

/** After `name.`: the columns of the source with this alias, or otherwise the tables of the schema. */
async function ofQualifier(
  catalog: Catalog,
  names: readonly NamedSource[],
  qualifier: string,
  typed: string,
): Promise<NameCompletions> {
  const source = names.find(({ alias }) => alias.toLowerCase() === qualifier.toLowerCase())
  if (source) return { options: await columnsOf(catalog, source), isPart: false }
  const schemas = await catalog.schemas()
  const schema = schemas.find((name) => name.toLowerCase() === qualifier.toLowerCase())
  if (schema !== undefined) {
    const tables = await catalog.tables(schema, typed)
    return { options: tables.names.map((table) => option(catalog, table, 'table', 'table')), isPart: tables.isPart }
  }
  const ofTable = { alias: qualifier, schema: undefined, table: qualifier, columns: undefined }
  return { options: await columnsOf(catalog, ofTable), isPart: false }
}

async function columnsOf(catalog: Catalog, { columns, schema, table }: NamedSource): Promise<Completion[]> {
  if (columns) return columns.map((name) => option(catalog, name, 'column', 'column'))
  const found = await catalog.columns(schema, table)
  return found.map(({ name, type }) => option(catalog, name, 'column', type))
}

async function columnsOfAll(catalog: Catalog, names: readonly NamedSource[]): Promise<Completion[]> {
  const open = catalog
    .openTables()
    .map((table): NamedSource => ({ alias: table, schema: undefined, table, columns: undefined }))
  return (await Promise.all([...names, ...open].map((source) => columnsOf(catalog, source)))).flat()
}

function option(catalog: Catalog, label: string, kind: keyof typeof boosts, detail: string): Completion {
  return { label, apply: catalog.quote(label), detail, type: kind, boost: boosts[kind] }
}

function unique(options: readonly Completion[]): Completion[] {
  const byLabel = new Map<string, Completion>()
  for (const each of options) if (!byLabel.has(each.label)) byLabel.set(each.label, each)
  return [...byLabel.values()]
}
