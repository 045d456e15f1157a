import { COMMON_FUNCTIONS, type GateProfile, names, STANDARD_LEXIS } from '../../gate/sql/profile.ts'

/** Scalar functions: no packages (their names contain dots), other servers, XML queries or sessions. */
const FUNCTIONS = `
  add_months any_value approx_count_distinct ascii bitand chr convert cosh decode greatest instr json_query json_value
  last_day lengthb listagg median months_between nanvl new_time next_day nls_lower nls_upper numtodsinterval
  numtoyminterval nvl nvl2 ora_hash ratio_to_report regexp_count regexp_instr regexp_like regexp_substr remainder
  round sinh soundex standard_hash stats_mode substrb sysdate systimestamp tanh to_binary_double to_char to_date
  to_dsinterval to_nchar to_number to_timestamp to_timestamp_tz to_yminterval translate tz_offset width_bucket
  `

export const gate: GateProfile = {
  grammar: 'oracle',
  lexis: { ...STANDARD_LEXIS, prefixes: ['N', 'DATE', 'TIMESTAMP', 'INTERVAL'] },
  functions: names(COMMON_FUNCTIONS, FUNCTIONS),
  tableFunctions: names(''),
  systemSchemas: names('sys system xdb mdsys ctxsys outln dbsnmp'),
  systemTables: /^(all|user|dba|cdb|v|gv|x)_|^[gxv]*\$|^v\$|\$/i,
  inReadsTables: false,
  aliasKeyword: '',
}
