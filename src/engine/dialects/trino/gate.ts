import { COMMON_FUNCTIONS, type GateProfile, names, STANDARD_LEXIS } from '../../gate/sql/profile.ts'

const SCALAR = `
  all_match any_match array_distinct array_except array_intersect array_join array_max array_min array_position
  array_remove array_sort array_union arrays_overlap at_timezone bit_count bitwise_and bitwise_left_shift bitwise_not
  bitwise_or bitwise_right_shift bitwise_xor cardinality cbrt chr codepoint combinations contains cosine_similarity
  cosh current_timezone date date_format date_parse day_of_month day_of_week day_of_year dow doy e element_at
  ends_with filter flatten format format_datetime format_number from_base from_base64 from_big_endian_64 from_hex
  from_iso8601_date from_iso8601_timestamp from_unixtime from_utf8 hamming_distance human_readable_seconds infinity
  is_finite is_infinite is_json_scalar is_nan json_array_contains json_array_get json_array_length json_exists
  json_extract json_extract_scalar json_format json_parse json_query json_size json_value last_day_of_month
  levenshtein_distance luhn_check map map_concat map_entries map_filter map_from_entries map_keys map_values
  map_zip_with millisecond multimap_agg nan ngrams none_match normalize parse_datetime parse_duration
  parse_presto_data_size rand random reduce regexp_count regexp_extract regexp_extract_all regexp_like regexp_position
  regexp_split repeat row sequence sha1 sha256 sha512 shuffle sinh slice soundex split split_part split_to_map
  split_to_multimap starts_with strpos tanh timestamp_objectid timezone_hour timezone_minute to_base to_base64 to_char
  to_date to_hex to_iso8601 to_milliseconds to_timestamp to_unixtime to_utf8 transform transform_keys transform_values
  translate trim_array truncate try typeof url_decode url_encode url_extract_fragment url_extract_host
  url_extract_parameter url_extract_path url_extract_port url_extract_protocol url_extract_query uuid week_of_year
  width_bucket with_timezone word_stem xxhash64 year_of_week yow zip zip_with array
  `
const AGGREGATE = `
  any_value approx_distinct approx_most_frequent approx_percentile arbitrary array_agg bitwise_and_agg bitwise_or_agg
  bool_and bool_or checksum count_if entropy every geometric_mean histogram kurtosis listagg map_agg map_union max_by
  min_by numeric_histogram qdigest_agg skewness tdigest_agg
  `

export const gate: GateProfile = {
  grammar: 'trino',
  lexis: {
    ...STANDARD_LEXIS,
    prefixes: ['X', 'DATE', 'TIME', 'TIMESTAMP', 'INTERVAL', 'DECIMAL', 'DOUBLE', 'REAL', 'BIGINT', 'JSON'],
  },
  functions: names(COMMON_FUNCTIONS, SCALAR, AGGREGATE),
  tableFunctions: names('sequence'),
  systemSchemas: names('information_schema system jdbc runtime metadata'),
  // "sales$partitions" shows data from the rows of "sales"
  systemTables: /\$/,
  inReadsTables: false,
  aliasKeyword: 'AS ',
}
