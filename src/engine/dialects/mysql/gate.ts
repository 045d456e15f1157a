import { COMMON_FUNCTIONS, type GateProfile, names, STANDARD_LEXIS } from '../../gate/sql/profile.ts'

/** Scalar functions: no files, no locks, no waiting, no settings, no sequences. */
const FUNCTIONS = `
  addtime adddate ascii bin bit_and bit_count bit_length bit_or bit_xor char conv convert convert_tz crc32 curdate
  current_timestamp curtime date date_format dayname dayofmonth dayofweek dayofyear elt export_set field find_in_set
  format from_base64 from_days from_unixtime get_format group_concat hex inet6_aton inet6_ntoa inet_aton inet_ntoa
  insert interval isnull json_array json_arrayagg json_contains json_contains_path json_depth json_extract json_keys
  json_length json_object json_objectagg json_overlaps json_pretty json_quote json_search json_type json_unquote
  json_valid json_value json_compact json_detailed json_exists json_loose json_query last_day lcase locate makedate
  maketime make_set median microsecond mid monthname oct ord period_add period_diff quote rand regexp_instr regexp_like
  regexp_substr sec_to_time sha sha1 sha2 soundex space std str_to_date strcmp subdate substring_index subtime time
  time_format time_to_sec timediff timestamp timestampadd timestampdiff to_base64 to_days to_seconds truncate ucase
  unhex unix_timestamp utc_date utc_time utc_timestamp weekday weekofyear yearweek match against any_value
  add_months to_char binary row
  `

export const gate: GateProfile = {
  grammar: 'mysql',
  lexis: { ...STANDARD_LEXIS, textQuotes: `'"`, nameQuotes: '`', backslash: true, dashesNeedBlank: true, symbols: ':' },
  functions: names(COMMON_FUNCTIONS, FUNCTIONS),
  tableFunctions: names(''),
  systemSchemas: names('information_schema mysql performance_schema sys'),
  systemTables: null,
  inReadsTables: false,
  aliasKeyword: 'AS ',
}
