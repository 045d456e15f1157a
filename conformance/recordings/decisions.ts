/** Reasons why a response differs from the recorded one, shared by the tables. */

export interface Exception {
  /** Ignored fields, at every depth; `all`: only the status is compared. */
  ignore?: string[] | 'all'
  status?: number
  /** The redirect target here. */
  location?: string
  /** Lists, and lines of a file, are compared as sets. */
  unordered?: true
  /** The body as text: the recorded body was not JSON. */
  body?: string
  why: string
}

/** A recorded call by its name, and the decision about it. */
export type Entry = string | [name: string, decision: Exception]

export const entryOf = (entry: Entry): [name: string, decision: Exception | undefined] =>
  typeof entry === 'string' ? [entry, undefined] : entry

export const rison = { ignore: ['message'], why: 'the rest of a violation is the text of a JSON schema library' }
export const withoutDefect = (status: number): Exception => ({
  status,
  ignore: ['message', 'error', 'errors'],
  why: 'the original fails with 500',
})
export const infoFields: Exception = {
  ignore: ['description', 'validate', 'permissions', 'filters'],
  why: 'texts of the original; later filters',
}
export const hidden: Exception = { status: 404, ignore: ['message', 'errors'], why: 'what may not be seen is missing' }
export const owners: Exception = { ignore: ['owners'], why: 'a missing field changes nothing here' }
export const sliceId: Exception = {
  ignore: ['slice_id'],
  why: 'ids of the exporting site are replaced in form data, too',
}
export const scopes: Exception = {
  ignore: ['chartsInScope', 'chart_configuration', 'certified_by', 'certification_details'],
  why: 'the ids in them are replaced here; 2.1 does not import certification',
}
export const anyOrder = (...ignore: string[]): Exception => ({ ignore, why: 'equal rows, any order is right' })
export const fieldMap: Exception = { ignore: ['message'], why: 'a field map here' }
export const qualified: Exception = { ignore: ['datasource'], why: 'the name has the schema on one of the two' }

export const addressOnly: Exception = { ignore: ['message', 'errors'], why: 'no such address: told by its number' }
export const tokens = (...ignore: string[]): Exception => ({
  status: 200,
  ignore: ['message', 'severity', ...ignore],
  why: 'tokens are read everywhere',
})
export const laterLists: Exception = {
  status: 200,
  ignore: ['message', 'errors', 'count', 'result'],
  why: 'offered to choose from in later versions',
}
export const engineTypes: Exception = {
  ignore: ['type', 'longType', 'column_name'],
  why: "types by their names in the embedded engine; later versions add the column's name",
}
export const oneSchema: Exception = { ignore: ['result'], why: 'the embedded database has one schema, `main`' }
export const ownUrl: Exception = { ignore: ['url'], why: "the original's begins with `None`" }
export const asText: Exception = {
  ignore: ['cached_dttm', 'is_cached', 'cache_key', 'query'],
  why: 'asked before; in the SQL of another engine',
}
