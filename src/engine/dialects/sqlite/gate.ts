import { COMMON_FUNCTIONS, type GateProfile, names, STANDARD_LEXIS } from '../../gate/sql/profile.ts'

/**
 * Scalar functions: no files, no extensions, no settings, and no functions whose result length is given by a number.
 */
const FUNCTIONS = `
  acosh asinh atanh char cosh date datetime format glob group_concat hex iif json json_array json_array_length
  json_extract json_group_array json_group_object json_insert json_object json_patch json_quote json_remove
  json_replace json_set json_type json_valid julianday like likelihood likely median nullif percentile printf quote
  random sinh soundex string_agg strftime tanh time timediff total typeof unhex unicode unixepoch unlikely
  `

export const gate: GateProfile = {
  grammar: 'sqlite',
  lexis: { ...STANDARD_LEXIS, nameQuotes: '"`[', prefixes: ['X'] },
  functions: names(COMMON_FUNCTIONS, FUNCTIONS),
  tableFunctions: names('json_each json_tree'),
  systemSchemas: names('temp information_schema'),
  systemTables: /^(sqlite_|pragma_|dbstat$|bytecode$|tables_used$|fts\w*vocab$)/i,
  inReadsTables: true,
  aliasKeyword: 'AS ',
}
