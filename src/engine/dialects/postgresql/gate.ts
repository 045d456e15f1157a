import { COMMON_FUNCTIONS, type GateProfile, names, STANDARD_LEXIS } from '../../gate/sql/profile.ts'

/** Scalar functions: no files, no settings, no catalog, no sequences, no large objects, no waiting, no other SQL. */
const SCALAR = `
  acosd acosh age array_append array_cat array_dims array_length array_lower array_ndims array_position
  array_positions array_prepend array_remove array_replace array_to_json array_to_string array_upper ascii asind asinh
  atand atan2d atanh bit_count bit_length btrim cardinality cbrt chr clock_timestamp cosd cosh cotd date_bin decode div
  encode erf erfc factorial format gamma gcd gen_random_uuid get_bit get_byte host isfinite json_array_length
  json_build_array json_build_object json_extract_path json_extract_path_text json_object json_strip_nulls json_typeof
  jsonb_array_length jsonb_build_array jsonb_build_object jsonb_extract_path jsonb_extract_path_text jsonb_object
  jsonb_path_exists jsonb_path_match jsonb_path_query_first jsonb_pretty jsonb_set jsonb_strip_nulls jsonb_typeof
  justify_days justify_hours justify_interval lcm make_date make_interval make_time make_timestamp make_timestamptz
  masklen min_scale netmask network normalize num_nonnulls num_nulls numrange parse_ident quote_ident quote_literal
  quote_nullable random regexp_count regexp_instr regexp_like regexp_match regexp_split_to_array regexp_substr
  row_to_json scale sha224 sha256 sha384 sha512 sind sinh split_part starts_with statement_timestamp string_to_array
  strpos tand tanh timeofday timezone to_ascii to_bin to_char to_date to_hex to_json to_jsonb to_number to_oct
  to_timestamp transaction_timestamp translate trim_array trim_scale unistr width_bucket isempty lower_inc upper_inc
  int4range int8range tsrange tstzrange daterange similarity word_similarity unaccent row array
  `
const AGGREGATE = `
  any_value array_agg bit_and bit_or bit_xor bool_and bool_or every json_agg json_object_agg jsonb_agg
  jsonb_object_agg mode range_agg string_agg
  `

export const gate: GateProfile = {
  grammar: 'postgresql',
  // in PostgreSQL, a setting determines whether a backslash is an escape
  lexis: { ...STANDARD_LEXIS, backslash: true, symbols: '@#:' },
  functions: names(COMMON_FUNCTIONS, SCALAR, AGGREGATE),
  tableFunctions: names('generate_series unnest jsonb_array_elements jsonb_array_elements_text jsonb_each_text'),
  systemSchemas: names('information_schema pg_catalog pg_toast pg_temp'),
  systemTables: /^pg_/i,
  inReadsTables: false,
  aliasKeyword: 'AS ',
}
