/** The parameters that the address of SQL Lab may contain when it is opened. */
export interface AddressStart {
  isNew: boolean
  savedQueryId?: number
  queryId?: number
  /** key of a stored link */
  sharedId?: string
  /** "7__table" or "7__query" */
  datasourceKey?: string
  sql?: string
  databaseId?: number
  databaseName?: string
  schema?: string
  name?: string
  /** preselects the database that was created last */
  isLastDatabase: boolean
  offersReset: boolean
}

const known = [
  'new',
  'savedQueryId',
  'queryId',
  'id',
  'datasourceKey',
  'sql',
  'dbid',
  'dbname',
  'schema',
  'name',
  'autorun',
  'db',
]

const numberOf = (text: string | null) => {
  const number = Number(text)
  return text !== null && Number.isSafeInteger(number) && number > 0 ? number : undefined
}
const isOn = (text: string | null) => text === 'true' || text === '1'

/**
 * Reads the parameters, and returns the query string without those that were used; unknown ones are kept. `autorun` is
 * ignored: otherwise any link could run statements with the permissions of the user who follows it.
 */
export function readAddress(search: string): { start: AddressStart; rest: string } {
  const params = new URLSearchParams(search)
  const text = (name: string) => params.get(name) ?? undefined
  const start: AddressStart = {
    isNew: isOn(params.get('new')),
    savedQueryId: numberOf(params.get('savedQueryId')),
    queryId: numberOf(params.get('queryId')),
    sharedId: text('id'),
    datasourceKey: text('datasourceKey'),
    sql: text('sql'),
    databaseId: numberOf(params.get('dbid')),
    databaseName: text('dbname'),
    schema: text('schema'),
    name: text('name'),
    isLastDatabase: isOn(params.get('db')),
    offersReset: params.get('reset') === '1',
  }
  for (const name of known) params.delete(name)
  const rest = params.toString()
  return { start, rest: rest === '' ? '' : `?${rest}` }
}

/** Whether the address requests a new tab. */
export const asksForTab = (start: AddressStart): boolean =>
  start.isNew ||
  start.isLastDatabase ||
  [start.savedQueryId, start.queryId, start.sharedId, start.datasourceKey, start.sql].some((each) => each !== undefined)

/** The id and the kind in "7__table" or "7__query". */
export function sourceOf(datasourceKey: string): { id: number; type: 'table' | 'query' } | undefined {
  const [text, type] = datasourceKey.split('__')
  const id = numberOf(text ?? null)
  return id !== undefined && (type === 'table' || type === 'query') ? { id, type } : undefined
}
