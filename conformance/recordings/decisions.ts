/** Reasons why a response differs from the recorded one, shared by the tables. */

export interface Exception {
  /** Ignored fields, at every depth; `all`: only the status is compared. */
  ignore?: string[] | 'all'
  status?: number
  /** The redirect target of this server. */
  location?: string
  /** The content type that this server returns. */
  type?: string
  /** The body that this server returns. */
  answer?: unknown
  /** Feature flags to set for this call. Some calls were recorded without features that are on by default here. */
  flags?: Record<string, boolean>
  /** Lists, and lines of a file, are compared as sets. */
  unordered?: true
  /** The body to send as text, if the recorded body was not JSON. */
  body?: string
  why: string
}

/** A recorded call by its name, and the decision about it. */
export type Entry = string | [name: string, decision: Exception]

export const entryOf = (entry: Entry): [name: string, decision: Exception | undefined] =>
  typeof entry === 'string' ? [entry, undefined] : entry

/** Recorded while a feature was off. */
export const without = (flag: string): Exception => ({ flags: { [flag]: false }, why: `recorded without ${flag}` })
export const rison = { ignore: ['message'], why: 'the rest of the message is the text of a JSON schema library' }
export const withoutDefect = (status: number): Exception => ({
  status,
  ignore: ['message', 'error', 'errors'],
  why: 'the original fails with 500',
})
export const infoFields: Exception = {
  ignore: ['description'],
  why: 'texts of the original',
}
export const hidden: Exception = {
  status: 404,
  ignore: ['message', 'errors'],
  why: 'here hidden objects are reported as missing',
}
export const byId = {
  ignore: ['message', 'extra'],
  why: 'here, as in later versions, a dataset that the reader may not see is named by its id',
} satisfies Exception
export const owners: Exception = { ignore: ['owners'], why: 'here a missing field changes nothing' }
export const sliceId: Exception = {
  ignore: ['slice_id'],
  why: 'here ids of the exporting installation are also replaced in form data',
}
export const scopes: Exception = {
  ignore: ['chartsInScope', 'chart_configuration', 'certified_by', 'certification_details'],
  why: 'here their ids are replaced; 2.1 does not import certification',
}
export const anyOrder = (...ignore: string[]): Exception => ({ ignore, why: 'equal rows, in any order' })
export const tokens = (...ignore: string[]): Exception => ({
  status: 200,
  ignore: ['message', 'severity', ...ignore],
  why: 'here tokens are accepted everywhere',
})
export const laterLists: Exception = {
  status: 200,
  ignore: ['message', 'errors', 'count', 'result'],
  why: 'an option of later versions',
}
export const engineTypes: Exception = {
  ignore: ['type', 'longType', 'column_name'],
  why: "type names of the embedded engine; later versions add the column's name",
}
export const oneSchema: Exception = { ignore: ['result'], why: 'the embedded database has one schema, `main`' }
export const ownUrl: Exception = { ignore: ['url'], why: "the original's text begins with `None`" }
export const asText: Exception = {
  ignore: ['cached_dttm', 'is_cached', 'cache_key', 'query'],
  why: 'run before; SQL of another engine',
}
