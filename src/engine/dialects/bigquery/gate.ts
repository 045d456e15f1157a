import { COMMON_FUNCTIONS, type GateProfile, names, STANDARD_LEXIS } from '../../gate/sql/profile.ts'

/** Scalar functions: no remote functions, models, keys, sessions or other tables. */
const FUNCTIONS = `
  any_value approx_count_distinct approx_quantiles approx_top_count array array_agg array_concat array_concat_agg
  array_length array_reverse array_to_string bit_and bit_count bit_or bit_xor byte_length chr contains_substr countif
  current_datetime date date_from_unix_date datetime datetime_add datetime_diff datetime_sub datetime_trunc div
  ends_with farm_fingerprint format format_date format_datetime format_time format_timestamp from_base64 from_hex
  generate_array generate_date_array ieee_divide is_inf is_nan json_extract json_extract_array json_extract_scalar
  json_query json_query_array json_type json_value json_value_array last_day logical_and logical_or parse_date
  parse_datetime parse_json parse_numeric parse_time parse_timestamp rand range_bucket regexp_contains regexp_extract
  regexp_extract_all regexp_instr regexp_substr safe_add safe_cast safe_divide safe_multiply safe_negate safe_subtract
  sha1 sha256 sha512 soundex split starts_with string string_agg strpos struct time time_add time_diff time_sub
  time_trunc timestamp timestamp_add timestamp_diff timestamp_micros timestamp_millis timestamp_seconds timestamp_sub
  timestamp_trunc to_base64 to_hex to_json to_json_string translate unix_date unix_micros unix_millis unix_seconds
  generate_uuid unnest
  `

export const gate: GateProfile = {
  grammar: 'bigquery',
  lexis: { ...STANDARD_LEXIS, textQuotes: `'"`, nameQuotes: '`', doublesQuotes: false, backslash: true },
  functions: names(COMMON_FUNCTIONS, FUNCTIONS),
  tableFunctions: names(''),
  systemSchemas: names('information_schema'),
  // a name may contain its schema, and a name that ends with an asterisk matches several tables
  systemTables: /information_schema|region-|\*|__TABLES/i,
  inReadsTables: false,
  aliasKeyword: 'AS ',
}
