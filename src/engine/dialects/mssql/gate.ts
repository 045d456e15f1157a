import { COMMON_FUNCTIONS, type GateProfile, names, STANDARD_LEXIS } from '../../gate/sql/profile.ts'

/** Scalar functions: no other servers, files, metadata, sessions or waiting. */
const FUNCTIONS = `
  approx_count_distinct ascii atn2 avg char charindex checksum_agg choose convert count_big datalength
  date_bucket datefromparts datename datepart datetime2fromparts datetimefromparts datetrunc day difference eomonth
  format getdate getutcdate grouping_id hashbytes iif isdate isjson isnull isnumeric json_query json_value len
  nchar newid parse patindex quotename rand space square stdev stdevp str string_agg string_escape stuff
  switchoffset sysdatetime sysutcdatetime todatetimeoffset translate try_convert try_parse unicode var varp year
  `

export const gate: GateProfile = {
  grammar: 'tsql',
  lexis: { ...STANDARD_LEXIS, nameQuotes: '"[', prefixes: ['N'] },
  functions: names(COMMON_FUNCTIONS, FUNCTIONS),
  tableFunctions: names(''),
  systemSchemas: names('sys information_schema master msdb model tempdb'),
  systemTables: /^(sys|spt_|#)/i,
  inReadsTables: false,
  aliasKeyword: 'AS ',
}
