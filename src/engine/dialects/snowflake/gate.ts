import { COMMON_FUNCTIONS, type GateProfile, names, STANDARD_LEXIS } from '../../gate/sql/profile.ts'

/** Scalar functions: no system functions, stages, files, sessions, sequences or language models. */
const FUNCTIONS = `
  add_months any_value approx_count_distinct approx_percentile array_agg array_append array_cat array_construct
  array_contains array_distinct array_size array_slice array_to_string base64_decode_string base64_encode bitand bitor
  bitxor booland_agg boolor_agg boolxor_agg cbrt charindex chr contains convert_timezone count_if date
  date_from_parts dayname dayofmonth dayofweek dayofweekiso dayofyear decode div0 div0null editdistance endswith
  equal_null factorial get get_path hash haversine hex_encode iff ilike is_null_value kurtosis last_day len
  listagg max_by md5_hex median min_by minhash mode monthname months_between next_day nvl nvl2 object_agg
  object_construct object_keys parse_json previous_day rand ratio_to_report regexp_count regexp_instr regexp_like
  regexp_substr rlike round sha1 sha2 skew soundex split split_part square startswith strtok time time_slice
  timediff timestamp_from_parts timestampadd timestampdiff to_array to_boolean to_char to_date to_decimal to_double
  to_json to_number to_numeric to_object to_time to_timestamp to_timestamp_ltz to_timestamp_ntz to_timestamp_tz
  to_varchar to_variant translate truncate try_parse_json try_to_boolean try_to_date try_to_decimal try_to_double
  try_to_number try_to_numeric try_to_time try_to_timestamp typeof unicode uuid_string weekiso weekofyear width_bucket
  year yearofweek yearofweekiso zeroifnull nullifzero
  `

export const gate: GateProfile = {
  grammar: 'snowflake',
  lexis: { ...STANDARD_LEXIS, backslash: true, symbols: ':' },
  functions: names(COMMON_FUNCTIONS, FUNCTIONS),
  tableFunctions: names(''),
  systemSchemas: names('information_schema snowflake account_usage organization_usage'),
  systemTables: null,
  inReadsTables: false,
  aliasKeyword: 'AS ',
}
