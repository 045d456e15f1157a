import { COMMON_FUNCTIONS, type GateProfile, names, STANDARD_LEXIS } from '../../gate/sql/profile.ts'

/** Scalar functions: no files, secrets, reflection, remote queries, models or sessions. */
const FUNCTIONS = `
  add_months aggregate any any_value approx_count_distinct approx_percentile array array_agg array_contains
  array_distinct array_except array_intersect array_join array_max array_min array_position array_remove array_size
  array_sort array_union arrays_overlap ascii base64 bit_and bit_count bit_or bit_xor bool_and bool_or bround cbrt
  char charindex chr collect_list collect_set contains cosh count_if crc32 curdate date date_add date_format
  date_from_unix_date datediff day dayofmonth dayofweek dayofyear decode double e element_at encode endswith every
  exists explode_outer factorial filter find_in_set first flatten float format_number format_string
  from_json from_unixtime from_utc_timestamp get_json_object hash hex ilike int isnan isnotnull isnull
  json_array_length json_object_keys kurtosis last last_day lcase len levenshtein listagg locate make_date
  make_timestamp map map_concat map_contains_key map_entries map_from_arrays map_keys map_values max_by mean median
  min_by mode months_between named_struct next_day nvl nvl2 parse_url percentile percentile_approx pmod
  rand regexp_count regexp_extract regexp_extract_all regexp_like regexp_substr rint sha sha1 sha2 shiftleft
  shiftright sinh size skewness slice some sort_array soundex split split_part startswith std str_to_map string
  struct substring_index sumif timestamp timestamp_micros timestamp_millis timestamp_seconds timestampadd
  timestampdiff to_char to_date to_json to_number to_timestamp to_unix_timestamp to_utc_timestamp transform translate
  try_add try_divide try_element_at try_sum try_to_number typeof ucase unbase64 unhex unix_date unix_millis
  unix_seconds unix_timestamp uuid weekday weekofyear width_bucket xxhash64 zip_with date_part
  `

export const gate: GateProfile = {
  grammar: 'databricks',
  lexis: { ...STANDARD_LEXIS, textQuotes: `'"`, nameQuotes: '`', doublesQuotes: false, backslash: true, symbols: ':' },
  functions: names(COMMON_FUNCTIONS, FUNCTIONS),
  tableFunctions: names(''),
  systemSchemas: names('information_schema system global_temp csv parquet json delta text orc avro binaryfile'),
  systemTables: null,
  inReadsTables: false,
  aliasKeyword: 'AS ',
}
