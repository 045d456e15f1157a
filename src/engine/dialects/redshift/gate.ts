import { type GateProfile, names } from '../../gate/sql/profile.ts'

/** The functions of Redshift in addition to PostgreSQL's. */
const FUNCTIONS = `
  add_months approximate bpcharcmp charindex convert_timezone crc32 datediff dateadd dexp getdate last_day len listagg
  median months_between next_day nvl nvl2 ratio_to_report strtol sysdate timestamp_cmp to_timestamp decode
  json_extract_array_element_text is_valid_json
  `

/** The profile of Redshift, based on that of PostgreSQL. */
export const gateOver = (postgresql: GateProfile): GateProfile => ({
  ...postgresql,
  grammar: 'redshift',
  functions: new Set([...postgresql.functions, ...names(FUNCTIONS)]),
  tableFunctions: names(''),
  systemSchemas: new Set([...postgresql.systemSchemas, 'pg_internal', 'sys']),
  systemTables: /^(pg_|stl_|stv_|svl_|svv_|svcs_|sys_)/i,
})
